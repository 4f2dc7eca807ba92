// Two lint rules for the web that no existing plugin has.

const inFunction = (node) => {
  for (let each = node.parent; each; each = each.parent) if (/Function/.test(each.type)) return true;
  return false;
};

/** Returns the file with forward slashes. */
const fileOf = (context) => context.filename.replaceAll('\\', '/');

module.exports = {
  meta: { name: 'web' },
  rules: {
    // The first formatter loads the words of a language, some 20 ms of a phone's first screen (docs/decisions/025).
    'no-module-intl': {
      create: (context) => ({
        MemberExpression(node) {
          if (node.object.type === 'Identifier' && node.object.name === 'Intl' && !inFunction(node))
            context.report({ node, message: 'Use Intl when it is needed, not while the module loads.' });
        },
      }),
    },
    // Only one table may map changes to queries.
    'changed-only': {
      create: (context) => ({
        MemberExpression(node) {
          if (/\/web\/(api\/changed|live\/refresh)\.ts$/.test(fileOf(context))) return;
          if (node.property.type === 'Identifier' && node.property.name === 'invalidateQueries')
            context.report({ node, message: 'Use changed(topic) of web/api/changed.ts.' });
        },
      }),
    },
  },
};
