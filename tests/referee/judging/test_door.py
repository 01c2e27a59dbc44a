"""What the library's door gives out can be looked at, compared and kept in a set. Its examples are run from the wheel."""

from referee.judging.door import Board

AT_START = "4 Y:B,B,B,B G:B,B,B,B R:B,B,B,B K:B,B,B,B Y 0"


def test_a_board_shows_its_rules_and_its_position() -> None:
    board = Board.start("turnier", 4)
    assert repr(board) == f"<Board turnier: {board}>"
    assert str(board) == board.text == AT_START


def test_boards_are_equal_where_rules_options_and_position_are() -> None:
    board = Board.start("classic", 4, options={"three_throws": True})
    assert len({board, Board.start("classic", 4, options={"three_throws": True})}) == 1
    assert len({board, Board.start("classic", 4), Board.start("turnier", 4)}) == 3
    assert board != board.text
