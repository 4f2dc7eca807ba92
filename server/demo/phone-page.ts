/** A text message at the demo's phone. A reply went from the phone to FirstBell. */
export type PhoneText = { number: string; body: string; isReply: boolean };

/**
 * Returns the page of the demo's phone: the texts of each number, the number of the latest text first, with a field for
 * a reply.
 */
export function pageOfTexts(texts: readonly PhoneText[]): string {
  const byNumber = Map.groupBy(texts.toReversed(), ({ number }) => number);
  const phones = [...byNumber].map(([number, latestFirst]) => phoneOf(number, latestFirst.toReversed()));
  const empty = '<p>No text messages yet. Post a vacancy as the teacher, and turn on text messages there.</p>';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Text messages in the demo</title>
<style>${styles}</style>
</head>
<body>
<main>
<h1>Text messages in the demo</h1>
<p>FirstBell's texts arrive here instead of on real phones. Reply as the person would. <a href="/">Check for new texts</a></p>
${phones.join('\n') || empty}
</main>
</body>
</html>`;
}

function phoneOf(number: string, texts: readonly PhoneText[]): string {
  const name = escaped(number);
  const lines = texts.map(
    ({ body, isReply }) =>
      `<li class="${isReply ? 'reply' : 'text'}"><span class="hidden">${isReply ? 'Reply: ' : 'FirstBell: '}</span>${escaped(body)}</li>`,
  );
  return `<section aria-label="${name}">
<h2>${name}</h2>
<ol>${lines.join('')}</ol>
<form method="post" action="/reply">
<input type="hidden" name="number" value="${name}">
<label>Reply <input name="text" maxlength="160" required autocomplete="off"></label>
<button>Send reply</button>
</form>
</section>`;
}

function escaped(text: string): string {
  const codes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replaceAll(/[&<>"]/g, (letter) => codes[letter] ?? '');
}

const styles = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; background: light-dark(#f6f6f4, #16181b); color: light-dark(#1c1f23, #eceef0); }
main { max-width: 36rem; margin: 0 auto; padding: 1.5rem 1rem; }
a { color: inherit; display: inline-block; min-height: 2.75rem; line-height: 2.75rem; }
section { margin: 1.5rem 0; padding: 1rem; border-radius: 1rem; background: light-dark(#fff, #212429); }
h1 { font-size: 1.5rem; } h2 { font-size: 1.125rem; margin: 0; }
ol { list-style: none; margin: 1rem 0; padding: 0; display: grid; gap: 0.5rem; }
li { padding: 0.5rem 0.875rem; border-radius: 1rem; max-width: 80%; overflow-wrap: anywhere; }
.text { background: light-dark(#e9eaec, #33373d); justify-self: start; }
.reply { background: #1f6f43; color: #fff; justify-self: end; }
form { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: end; }
label { flex: 1 1 12rem; }
input, button { font: inherit; min-height: 2.75rem; box-sizing: border-box; border-radius: 0.5rem; }
label input { display: block; width: 100%; padding: 0 0.75rem; border: 1px solid light-dark(#6b7078, #9aa0a8); background: transparent; color: inherit; }
button { padding: 0 1rem; border: 0; background: #1f6f43; color: #fff; }
:focus-visible { outline: 3px solid light-dark(#1a56b0, #8ab4f8); outline-offset: 2px; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
`;
