"""What the system does for the program, and each does in its own way: locks, processes, limits, signals, addresses.

Two implementations with the same names: `posix` (Linux, macOS) and `windows`. Nothing else in the product imports what only one
of them has. `sandbox`, in which papers are made, is POSIX alone: where CAN_MAKE_PDFS is false they are printed by the browser.
"""

import sys

if sys.platform == "win32":
    from tournament.core.system.windows import CAN_MAKE_PDFS as CAN_MAKE_PDFS
    from tournament.core.system.windows import FOR_CHILDREN as FOR_CHILDREN
    from tournament.core.system.windows import allow_files as allow_files
    from tournament.core.system.windows import apart as apart
    from tournament.core.system.windows import as_administrator as as_administrator
    from tournament.core.system.windows import ask_to_end as ask_to_end
    from tournament.core.system.windows import bind_children as bind_children
    from tournament.core.system.windows import die_with_parent as die_with_parent
    from tournament.core.system.windows import drive as drive
    from tournament.core.system.windows import files_allowed as files_allowed
    from tournament.core.system.windows import hand_over as hand_over
    from tournament.core.system.windows import has_desktop as has_desktop
    from tournament.core.system.windows import interface_addresses as interface_addresses
    from tournament.core.system.windows import kill_family as kill_family
    from tournament.core.system.windows import language as language
    from tournament.core.system.windows import listen_alone as listen_alone
    from tournament.core.system.windows import lock as lock
    from tournament.core.system.windows import obey_parent as obey_parent
    from tournament.core.system.windows import on_end as on_end
    from tournament.core.system.windows import put_in_place as put_in_place
    from tournament.core.system.windows import show as show
    from tournament.core.system.windows import stay_awake as stay_awake
    from tournament.core.system.windows import usual_data as usual_data
    from tournament.core.system.windows import write_through as write_through
else:
    from tournament.core.system.posix import CAN_MAKE_PDFS as CAN_MAKE_PDFS
    from tournament.core.system.posix import FOR_CHILDREN as FOR_CHILDREN
    from tournament.core.system.posix import allow_files as allow_files
    from tournament.core.system.posix import apart as apart
    from tournament.core.system.posix import as_administrator as as_administrator
    from tournament.core.system.posix import ask_to_end as ask_to_end
    from tournament.core.system.posix import bind_children as bind_children
    from tournament.core.system.posix import die_with_parent as die_with_parent
    from tournament.core.system.posix import drive as drive
    from tournament.core.system.posix import files_allowed as files_allowed
    from tournament.core.system.posix import hand_over as hand_over
    from tournament.core.system.posix import has_desktop as has_desktop
    from tournament.core.system.posix import interface_addresses as interface_addresses
    from tournament.core.system.posix import kill_family as kill_family
    from tournament.core.system.posix import language as language
    from tournament.core.system.posix import listen_alone as listen_alone
    from tournament.core.system.posix import lock as lock
    from tournament.core.system.posix import obey_parent as obey_parent
    from tournament.core.system.posix import on_end as on_end
    from tournament.core.system.posix import put_in_place as put_in_place
    from tournament.core.system.posix import show as show
    from tournament.core.system.posix import stay_awake as stay_awake
    from tournament.core.system.posix import usual_data as usual_data
    from tournament.core.system.posix import write_through as write_through
