// The formatter leaves comments and SQL as they are, so this rule asks to break their long lines.

const most = 120;

module.exports = {
  meta: { name: 'width' },
  rules: {
    'comments-and-sql': {
      create(context) {
        const { lines } = context.sourceCode;
        const reported = new Set();
        const check = ({ start, end }, what) => {
          for (let line = start.line; line <= end.line; line += 1) {
            const text = lines[line - 1];
            // A line without a space between words, such as a long address, can't be broken.
            if (text.length <= most || reported.has(line) || !/[\w,)] \S/.test(text)) continue;
            reported.add(line);
            const loc = { start: { line, column: most }, end: { line, column: text.length } };
            context.report({ loc, message: `Break this ${what} before column ${most}.` });
          }
        };
        return {
          Program() {
            for (const { loc } of context.sourceCode.getAllComments()) check(loc, 'comment');
          },
          TaggedTemplateExpression({ tag, quasi }) {
            if (tag.type === 'Identifier' && tag.name === 'sql') check(quasi.loc, 'SQL');
          },
        };
      },
    },
  },
};
