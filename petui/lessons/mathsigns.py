"""The signs of formulas: what each LaTeX name or character looks like, reads like in ASCII, and is called."""

from __future__ import annotations

import unicodedata

from petui.records import dataclass


@dataclass(frozen=True, slots=True)
class Atom:
    """One sign, number or name in a formula.

    Attributes:
        shown: In Unicode.
        plain: In ASCII.
        said: In words.
        kind: Its part in a formula: letter, number, ordinary, dots, binary, relation, comma, slash, open, close,
            function, big (a sum) or bar (opens or closes).
    """

    shown: str
    plain: str
    said: str
    kind: str


# Each line: LaTeX name, sign, ASCII form (_ stands for a space), words.
_LETTERS = """
alpha α alpha alpha
beta β beta beta
gamma γ gamma gamma
delta δ delta delta
epsilon ε epsilon epsilon
varepsilon ε epsilon epsilon
zeta ζ zeta zeta
eta η eta eta
theta θ theta theta
vartheta ϑ theta theta
iota ι iota iota
kappa κ kappa kappa
lambda λ lambda lambda
mu μ mu mu
nu ν nu nu
xi ξ xi xi
pi π pi pi
rho ρ rho rho
varrho ϱ rho rho
sigma σ sigma sigma
varsigma ς sigma sigma
tau τ tau tau
upsilon υ upsilon upsilon
phi φ phi phi
varphi φ phi phi
chi χ chi chi
psi ψ psi psi
omega ω omega omega
Gamma Γ Gamma capital gamma
Delta Δ Delta capital delta
Theta Θ Theta capital theta
Lambda Λ Lambda capital lambda
Xi Ξ Xi capital xi
Pi Π Pi capital pi
Sigma Σ Sigma capital sigma
Upsilon Υ Upsilon capital upsilon
Phi Φ Phi capital phi
Psi Ψ Psi capital psi
Omega Ω Omega capital omega
ell ℓ l l
infty ∞ inf infinity
partial ∂ partial partial
nabla ∇ nabla nabla
"""
_BINARIES = """
+ + + plus
- - - minus
* * * times
cdot · * times
times × x times
ast * * times
star ⋆ * star
pm ± +- plus or minus
mp ∓ -+ minus or plus
div ÷ / divided by
circ ∘ o composed with
oplus ⊕ (+) plus in a circle
ominus ⊖ (-) minus in a circle
otimes ⊗ (x) times in a circle
odot ⊙ (.) multiplied slot by slot with
cap ∩ cap intersected with
cup ∪ cup united with
wedge ∧ and and
land ∧ and and
vee ∨ or or
lor ∨ or or
setminus ∖ minus without
bmod mod mod modulo
"""
_RELATIONS = """
= = = equals
< < < is less than
> > > is greater than
: : : colon
lt < < is less than
gt > > is greater than
le ≤ <= is at most
leq ≤ <= is at most
ge ≥ >= is at least
geq ≥ >= is at least
ne ≠ != is not equal to
neq ≠ != is not equal to
approx ≈ ~= is about
sim ∼ ~ is similar to
simeq ≃ ~= is nearly
cong ≅ ~= is congruent to
equiv ≡ == is identical to
propto ∝ ~ is proportional to
ll ≪ << is much less than
gg ≫ >> is much greater than
in ∈ in in
ni ∋ contains contains
notin ∉ not_in not in
subset ⊂ subset_of is a subset of
subseteq ⊆ subset_of is a subset of
supset ⊃ contains contains
supseteq ⊇ contains contains
perp ⊥ perp_to is perpendicular to
parallel ∥ || is parallel to
mid | | such that
to → -> goes to
rightarrow → -> goes to
longrightarrow → -> goes to
leftarrow ← <- comes from
gets ← <- becomes
leftrightarrow ↔ <-> corresponds to
mapsto ↦ |-> maps to
Rightarrow ⇒ => implies
Longrightarrow ⇒ => implies
implies ⇒ => implies
Leftarrow ⇐ <= follows from
impliedby ⇐ <= follows from
Leftrightarrow ⇔ <=> is equivalent to
iff ⇔ <=> if and only if
coloneqq := := is defined as
"""
_ORDINARIES = """
! ! ! factorial
. . . point
? ? ? question mark
% % % percent
& & & and
# # # number
$ $ $ dollar
_ _ _ underscore
" " " quote
@ @ @ at
` ` ` tick
forall ∀ for_all for all
exists ∃ exists there is
emptyset ∅ {} the empty set
varnothing ∅ {} the empty set
neg ¬ not_ not
lnot ¬ not_ not
top ⊤ T top
bot ⊥ bot bottom
prime ′ ' prime
angle ∠ angle_ angle
degree ° deg degrees
checkmark ✓ ok check mark
Re Re Re the real part of
Im Im Im the imaginary part of
hbar ħ hbar h bar
therefore ∴ therefore_ therefore
because ∵ because_ because
square □ [] square
Box □ [] square
dagger † + dagger
"""
_DOTS = """
dots … ... and so on
ldots … ... and so on
cdots ⋯ ... and so on
dotsc … ... and so on
dotsb ⋯ ... and so on
vdots ⋮ ... and so on
ddots ⋱ ... and so on
"""
_COMMAS = """
, , , comma
; ; ; semicolon
colon : : colon
"""
_FENCES = """
( ( ( open ( open parenthesis
) ) ) close ) close parenthesis
[ [ [ open [ open bracket
] ] ] close ] close bracket
lbrack [ [ open bracket
rbrack ] ] close bracket
{ { { open brace
} } } close brace
lbrace { { open brace
rbrace } } close brace
langle ⟨ < open angle
rangle ⟩ > close angle
lfloor ⌊ floor( floor of
rfloor ⌋ ) end floor
lceil ⌈ ceil( ceiling of
rceil ⌉ ) end ceiling
"""
_BARS = """
| | | bar
|| ‖ || double bar
vert | | bar
lvert | | bar
rvert | | bar
Vert ‖ || double bar
lVert ‖ || double bar
rVert ‖ || double bar
"""
_BIGS = """
sum ∑ sum the sum
prod ∏ prod the product
int ∫ integral the integral
lim lim lim the limit
bigcup ⋃ union the union
bigcap ⋂ intersection the intersection
bigoplus ⨁ (+) the direct sum
"""
_FUNCTION_WORDS = {
    "sin": "sine",
    "cos": "cosine",
    "tan": "tangent",
    "cot": "cotangent",
    "sec": "secant",
    "csc": "cosecant",
    "sinh": "hyperbolic sine",
    "cosh": "hyperbolic cosine",
    "tanh": "hyperbolic tangent",
    "arcsin": "arc sine",
    "arccos": "arc cosine",
    "arctan": "arc tangent",
    "exp": "exp",
    "log": "log",
    "ln": "natural log",
    "lg": "log",
    "max": "maximum",
    "min": "minimum",
    "sup": "supremum",
    "inf": "infimum",
    "arg": "arg",
    "det": "determinant",
    "dim": "dimension",
    "ker": "kernel",
    "gcd": "greatest common divisor",
    "deg": "degree",
    "Pr": "probability",
    "hom": "hom",
}
_OPENS = ("(", "[", "{", "lbrack", "lbrace", "langle", "lfloor", "lceil")


def _read(table: str, kind: str) -> dict[str, Atom]:
    atoms = {}
    for line in table.strip().splitlines():
        name, shown, plain, said = line.split(" ", 3)
        atoms[name] = Atom(shown, plain.replace("_", " ") if len(plain) > 1 else plain, said, kind)
    return atoms


def _read_fences() -> dict[str, Atom]:
    atoms = {}
    for line in _FENCES.strip().splitlines():
        name, shown, plain, said = line.split(" ", 3)
        kind = "open" if name in _OPENS else "close"
        atoms[name] = Atom(shown, plain, said.removeprefix(f"{kind} {shown} "), kind)
    return atoms


def _read_all() -> dict[str, Atom]:
    atoms = _read(_LETTERS, "letter")
    atoms |= _read(_BINARIES, "binary") | _read(_RELATIONS, "relation") | _read(_ORDINARIES, "ordinary")
    atoms |= _read(_DOTS, "dots") | _read(_COMMAS, "comma") | _read(_BARS, "bar") | _read(_BIGS, "big")
    atoms |= _read_fences()
    atoms |= {name: Atom(name, name, said, "function") for name, said in _FUNCTION_WORDS.items()}
    atoms["/"] = Atom("/", "/", "over", "slash")
    return atoms


SIGNS: dict[str, Atom] = _read_all()
# What may follow a backslash; the rest are characters that stand for themselves.
NAMES: frozenset[str] = frozenset(name for name in SIGNS if len(name) > 1 and name.isalpha())
PAIRS: dict[str, str] = {"(": ")", "[": "]", "{": "}", "⟨": "⟩", "⌊": "⌋", "⌈": "⌉", "|": "|", "‖": "‖"}
SPACES: dict[str, int] = {",": 1, ";": 1, ":": 1, ">": 1, " ": 1, "!": 0, "quad": 2, "qquad": 4, "thinspace": 1}
SIZES = ("big", "Big", "bigg", "Bigg")
STYLES = ("displaystyle", "textstyle", "scriptstyle", "scriptscriptstyle", "limits", "nolimits", "mathstrut")
IGNORED: frozenset[str] = frozenset((*STYLES, *(size + side for size in SIZES for side in ("", "l", "r", "m"))))
FONTS: frozenset[str] = frozenset(
    (
        "boldsymbol",
        "bm",
        *(f"math{font}" for font in ("rm", "bf", "sf", "tt", "it", "normal", "cal", "frak", "scr", "bb")),
    )
)
TEXTS: frozenset[str] = frozenset(("text", "textrm", "textbf", "textit", "texttt", "textsf", "mbox"))
# Combining mark and word of each accent.
ACCENTS: dict[str, tuple[str, str]] = {
    "hat": ("\u0302", "hat"),
    "widehat": ("\u0302", "hat"),
    "tilde": ("\u0303", "tilde"),
    "widetilde": ("\u0303", "tilde"),
    "bar": ("\u0304", "bar"),
    "overline": ("\u0305", "bar"),
    "underline": ("\u0332", "underlined"),
    "dot": ("\u0307", "dot"),
    "ddot": ("\u0308", "double dot"),
    "vec": ("\u20d7", "vector"),
}
DOUBLE_STRUCK: dict[str, str] = {"C": "ℂ", "H": "ℍ", "N": "ℕ", "P": "ℙ", "Q": "ℚ", "R": "ℝ", "Z": "ℤ"}
_BY_SHOWN: dict[str, Atom] = {
    atom.shown: atom for name, atom in SIGNS.items() if len(atom.shown) == 1 and not atom.shown.isascii()
} | {"−": SIGNS["-"], "⋅": SIGNS["cdot"], "ϕ": SIGNS["phi"], "Σ": SIGNS["Sigma"], "Π": SIGNS["Pi"]}


def foreign_atom(sign: str) -> Atom | None:
    """The atom of a sign outside ASCII that was typed as it is, or None where it has no form in ASCII."""
    if sign in _BY_SHOWN:
        return _BY_SHOWN[sign]
    plain = "".join(part for part in unicodedata.normalize("NFKD", sign) if not unicodedata.combining(part))
    if plain.isascii() and plain.isalpha() and len(plain) == 1 and unicodedata.normalize("NFC", sign) == sign:
        return Atom(sign if ord(sign) < 0x1D400 else plain, plain, plain, "letter")
    return None


def printable(text: str) -> str:
    """Text with mathematical alphabets as plain letters, which more fonts have, and controls as blanks."""
    letters = (unicodedata.normalize("NFKC", sign) if "\U0001d400" <= sign <= "\U0001d7ff" else sign for sign in text)
    return "".join(sign if sign.isprintable() else " " for sign in letters)


_SUPERSCRIPTS = dict(
    zip(
        "0123456789+-abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUW",
        "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁᵂ",
        strict=True,
    )
)
_SUBSCRIPTS = dict(zip("0123456789+-aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", strict=True))


def superscript(text: str, also: str = "") -> str | None:
    """The text in small raised signs, or None where one has none; signs of `also` stay as they are."""
    return _small(text, _SUPERSCRIPTS, also)


def subscript(text: str) -> str | None:
    """The text in small lowered signs, or None where one has none."""
    return _small(text, _SUBSCRIPTS, "")


def _small(text: str, signs: dict[str, str], also: str) -> str | None:
    small = [signs.get(sign) or (sign if sign in also else None) for sign in text]
    return None if None in small else "".join(sign for sign in small if sign)
