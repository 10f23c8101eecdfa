/**
 * Finds the unavailable names of a text without running it: its imports, members of these modules, and called methods
 * of the API objects.
 */
const B = Sk.builtin;

const unknownModule = 'scripts cannot import it';
const unknownMember = 'the module does not provide it to scripts';
const unknownMethod = 'scripts have no such method';

/** Imports like a script. Returns the missing modules and members, each with the reason. */
function missingOfImport({ name, wanted: requested }) {
  const parts = requested.length > 0 ? requested : [undefined];
  return parts.flatMap((part) => {
    py.resetMissingNames();
    try {
      B.__import__(name, undefined, undefined, part === undefined ? [] : [part], -1);
    } catch (thrown) {
      if (!(thrown instanceof B.ImportError)) throw thrown;
    }
    return (py.missingNames() ?? []).map((missingName) => ({
      name: missingName,
      reason: py.unsupportedReason(missingName) ?? unknownModule,
    }));
  });
}

/** Returns a member of a product module that is missing, or that only reports why it is unavailable. */
function missingMember({ of, name }) {
  if (name.startsWith('__') || !py.isOfProduct(of)) return [];
  const member = py.memberOfModule(of, name);
  if (member === undefined) return [{ name: `${of}.${name}`, reason: py.unsupportedReason(of) ?? unknownMember }];
  return member.$refuses === undefined ? [] : [{ name: `${of}.${name}`, reason: member.$refuses }];
}

const missingMethod = ({ of, name }) =>
  py.isApiMethod(of, name) === false ? [{ name: `${of}.${name}`, reason: unknownMethod }] : [];

const maxLacks = 100;
const isNameable = ({ name }) => /^[\w.]{1,100}$/.test(name);

/**
 * `{ text, module, jar: [digest, paths] }` → the unavailable names of a text of a jar, each with a reason. `module` is
 * the file of a module, null for a script. Throws its SyntaxError.
 */
py.inspect = ({ text, module, jar }) => {
  py.translate(text, module ?? py.scriptFile);
  const imports = py.lastImports();
  const members = py.lastMembers();
  const isJarModule = py.findsInJar(jar, module);
  const unknownImports = imports.filter((item) => !item.tried && !isJarModule(item));
  const modules = new Set(
    unknownImports.filter(({ wanted: requested }) => requested.length === 0).map(({ name }) => name),
  );
  const missingNames = [
    ...unknownImports.flatMap(missingOfImport),
    ...members.filter(({ of }) => modules.has(of)).flatMap(missingMember),
    ...members.flatMap(missingMethod),
  ];
  const byName = new Map(missingNames.filter(isNameable).map((missingName) => [missingName.name, missingName]));
  return [...byName.values()].slice(0, maxLacks);
};
