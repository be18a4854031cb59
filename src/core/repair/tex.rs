//! Commands of TeX whose backslashes nobody doubled: `"\sum_i \theta_i \neq \rho"`.
//!
//! One command that begins no escape of JSON shows that the string holds TeX; then those that would do as escapes, for
//! they begin with `\n`, `\r` or `\t`, are commands, too.

/// Commands that begin as escapes do. Those with `\b` and `\f` need no table: nobody means these characters.
const ESCAPES: &str = "\
    nabla natural ne nearrow neg neq newcommand newline nexists ngeq ni nleq nmid nolimits nonumber not notin \
    nsubseteq nu nwarrow rangle rbrace rbrack rceil ref renewcommand rfloor rho right rightarrow rightharpoonup rm \
    rvert tan tanh tau tbinom text textbf textit textrm textsc textsf texttt textup tfrac therefore theta \
    thickapprox tilde times tiny title to top triangle";

/// Commands that begin no escape, and that other languages hardly have.
const OTHERS: &str = "\
    aleph alpha angle approx arccos arcsin arctan ast cap cdot cdots chi circ cite cong cos cup ddots Delta delta \
    displaystyle div documentclass dots ell emph emptyset end epsilon equiv eta exists Gamma gamma ge geq hat hbar \
    hline iff iiint iint implies in infty int iota item kappa label Lambda lambda langle lceil ldots le left \
    Leftarrow leftarrow Leftrightarrow leq lfloor lim limits ln log mapsto mathbb mathbf mathcal mathrm max mid min \
    mp mu odot oint Omega omega operatorname oplus otimes overline parallel partial perp Phi phi Pi pi pm prime prod \
    propto Psi psi qquad quad Rightarrow sec section Sigma sigma sim sin sqrt subset subseteq sum sup supset Theta \
    underline uparrow upsilon usepackage varepsilon varphi vartheta vdots vec vee wedge xi zeta";

/// Does this text, which a backslash stands before, begin with a command that could be an escape?
pub(super) fn is_like_escape(text: &[u8]) -> bool {
    is_one_of(ESCAPES, text)
}

/// Does this text, which a backslash stands before, begin with a command that is no escape of JSON?
pub(super) fn is_command(text: &[u8]) -> bool {
    // Nearly all that follows a backslash is an escape of JSON, and begins none of them.
    !matches!(text.first(), Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't'))
        && is_one_of(OTHERS, text)
}

/// Is there such a command in the content of a string?
pub(super) fn holds_command(content: &[u8]) -> bool {
    let mut rest = content;
    while let Some(at) = memchr::memchr(b'\\', rest) {
        if is_command(&rest[at + 1..]) {
            return true;
        }
        // A backslash that is escaped begins nothing.
        rest = rest.get(at + 2..).unwrap_or_default();
    }
    false
}

fn is_one_of(names: &str, text: &[u8]) -> bool {
    let longest = 16.min(text.len());
    let len = text[..longest].iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    len > 1 && names.split(' ').any(|name| name.as_bytes() == &text[..len])
}
