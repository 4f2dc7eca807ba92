/**
 * Invisible characters: control and format characters, unassigned ones, unusual line ends, and blanks that aren't
 * spaces.
 */
const unseen = /[\p{C}\p{DI}\p{Zl}\p{Zp}\u2800]/u;
/** Mathematical letters in bold, script and the like, which look like ordinary ones: 𝖬𝖺𝗋𝗂𝖺. */
const styled = /(?=\p{L})[\u2100-\u214F\u{1D400}-\u{1D7FF}]/u;
/** Words in these scripts use joiners to shape their letters. */
const joined =
  /^[\p{scx=Arab}\p{scx=Syrc}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\u200C\u200D]+$/u;
const joiners = /[\u200C\u200D]/g;
/**
 * Latin, Cyrillic and Greek have letters that look alike, so a word can use only one of them. East Asian words can
 * contain Latin letters.
 */
const alphabets = [
  /^[\P{L}\p{sc=Zyyy}\p{scx=Latn}\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}]*$/u,
  /^[\P{L}\p{sc=Zyyy}\p{sc=Cyrl}]*$/u,
  /^[\P{L}\p{sc=Zyyy}\p{sc=Grek}]*$/u,
  /^[^\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}]*$/u,
];

/**
 * Returns why the name of a person or a school isn't acceptable, or null if it is. A name can't contain invisible
 * characters or ones that change the direction of text, and no word can mix alphabets with look-alike letters.
 */
export function nameProblem(name: string): string | null {
  const words = name.split(/\p{Zs}/u);
  // This allows a joiner only inside a word, because there is nothing to join at the ends.
  const visible = words.map((word) =>
    joined.test(word) ? word.slice(0, 1) + word.slice(1, -1).replaceAll(joiners, '') + word.slice(1).slice(-1) : word,
  );
  if (visible.some((word) => unseen.test(word)))
    return 'This name contains invisible characters. Remove them or type the name again.';
  if (/\p{Mn}{5}/u.test(name)) return 'This name has too many accents on one letter.';
  if (styled.test(name)) return 'This name contains styled letters. Type it with ordinary letters.';
  if (words.some((word) => !alphabets.some((alphabet) => alphabet.test(word))))
    return 'This name mixes letters from alphabets that look alike. Use one alphabet in each word.';
  return null;
}
