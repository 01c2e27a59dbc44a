"""Common first names, by which a list is understood that does not say which of two words is the surname. PURE.

Only the order is taken from them: a name that is not here is as good as any other.
"""

import unicodedata

_COMMON = """
achim adam adrian agnes aisha albert alex alexander alexandra alfred ali alice alina amelie amy ana andrea andreas andré andy
angela angelika anja anke ann anna anne anneliese annette annika anton antonia arda arne arthur astrid axel aylin ayse ayşe
barbara barry bastian beate ben benedikt benjamin bernd bernhard bert berta beth betty bianca bill birgit birte bjarne björn bob
bodo boris brian brigitte bruno burak bärbel callum can carina carl carla carlotta carmen carola caroline carsten caspar cem
charlie charlotte chris christa christel christian christiane christina christine christoph clara claudia claus clemens colin
conrad corinna cornelia craig dagmar daniel daniela darren dave david dean deniz dennis derek detlef diana diane dieter dietmar
dirk dominik donna dora doris dorothea dylan eberhard eckhard edda edeltraud edgar edith egon eileen elaine elena elfriede elias
elif elisa elisabeth elke ella ellen elmar elsa else emil emilia emily emine emma emre enrico eric erich erik erika erna ernst
erwin esra esther ethan eugen eva fabian fabienne fatima fatma felix finja finn fiona florian frank franka franz franziska
frauke fred freya frida frieda friederike friedrich fritz gabi gabriel gabriele gareth gary gavin gemma geoff georg george
gerald gerd gerda gerhard gerlinde gero gertrud gillian gisela glenn grace graham greta gudrun guido gunnar gustav günter
günther hanna hannah hannelore hannes hanno hans hans-jürgen hansjörg harald harry hartmut hasan hatice hazel heather hedwig
heidi heike heiko heiner heinrich heinz helen helena helene helga hella helmut hendrik henning henri henriette henrik henry
herbert hermann hilary hilde hildegard holger horst hubert hugh hugo hüseyin ian ibrahim ida igor ilka ilona ilse ina ines inga
inge ingeborg ingo ingrid irene irina iris irma irmgard isabel isabell isabella isla ismail ivan ivana jack jackie jacob
jacqueline jade jakob james jan jana jane janina janine janis jannik jannis jasmin jason jasper jean jeff jenny jens jessica
jette jill jim joachim joan joanne jochen joe johann johanna johannes john jona jonah jonas jonathan josef josefine joseph
josephine josh joshua joyce juan judith jule julia julian juliane julius justus jutta jörg jörn jürgen kai karin karina karl
karl-heinz karla karola karoline karsten katarina katharina kathleen kathrin katja katrin keith kelly kemal ken kenneth kerstin
kevin kilian kim kirsten klara klaus knut konrad konstantin korbinian kristin kristina kurt lara lars lasse laura lea lee leif
lena leni lennard lennart leo leon leonard leonie leopold lesley levi lewis liam lilli lilly lina linda linn linus lisa
liselotte logan lore lorena lorraine lothar lotta lotte louis louisa louise luca lucas lucia lucie ludger ludwig luis luisa
luise luka lukas luna lutz lydia lynn mads maeve magdalena maik maja malcolm malte mandy manfred manuel manuela mara marc marcel
marco marcus mareike maren margarete margit margot margret maria marianne marie marika marina mario marion marit marius mark
marko markus marlene marlies marta martha martin martina marvin mary mathilda mathilde mats matteo matthias mattis maureen
maurice max maximilian maya mehmet meike melanie melina melissa merle meryem mia michael michaela michel mika mike mila milan
milena mira miriam mirjam mohammed mona monica monika moritz muhammad murat mustafa nadine nadja natalia natalie natascha neele
neil nele nico nicola nicolas nicole niels nigel niklas niko nikolas nils nina noah noel noemi nora norbert nuri oda olaf ole
olga oliver olivia oscar oskar osman ottilie otto pascal patricia patrick patrizia paul paula pauline peer pepe per peter petra
philip philipp pia piet poppy rachel rafael rahel raimund rainer ralf ralph ramona raphael ray rebecca rebekka regina regine
reiner reinhard reinhold renate renée rhys ricarda richard rita robert robin roger roland rolf romy ronja rosa rosemarie rosi
rosie ross roswitha ruben rudi rudolf ruth ryan rüdiger sabine sabrina sahra sam samira samuel sandra sara sarah sascha saskia
sean sebastian selina selma sergej seán shaun sheila shirin sian siegfried sieglinde sigrid silke silvia simon simone sina sofia
sofie sonja sophia sophie stefan stefanie steffen steffi stella stephan stephanie stuart sue susan susanne suse susi sven svenja
swantje sybille sylvia tabea tamara tanja tarek tatjana ted teresa terry thea theo theodor theresa theresia thilo thomas thorben
thore thorsten till tilo tim timo tina tjark tobias tom tomas toni tony torben torsten tracey traute trevor trudi ulf uli ulla
ulrich ulrike ursula uschi uta ute uwe valentin valerie vanessa vera verena veronika vic victoria viktor viktoria vincent viola
vivien volker wally walter waltraud wanda wendy wera werner wiebke wilfried wilhelm willi willy winfried wolf wolfgang wolfram
xaver yannick yannik yara yasmin yusuf yvonne zeynep zoe ömer özlem
"""


def is_given(word: str) -> bool:
    """Whether the word, or what stands before its hyphen, is a common first name; accents do not matter."""
    return not {_plain(word), _plain(word.partition("-")[0])}.isdisjoint(_PLAIN)


def begins_with_given(name: str) -> bool:
    return is_given(next(iter(name.split()), ""))


def _plain(word: str) -> str:
    letters = unicodedata.normalize("NFD", word.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


_PLAIN = frozenset(map(_plain, _COMMON.split()))
