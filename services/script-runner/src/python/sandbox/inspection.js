/**
 * The unavailable names of a text, as far as the text shows: its imports, the members of these modules, and the called
 * methods of the api objects.
 */
const B = Sk.builtin;

const unknownModule = 'it is not among what scripts can import';
const unknownMember = 'the module has it not, as far as scripts may have it';
const unknownMethod = 'scripts have no such method';

/** Imports as a script would; answers what it lacks of that, each with the reason. */
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

/** Of a module of the product: a member that is missing, or that only reports why it is missing. */
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

/** `{ text, module, jar: [digest, paths] }` → the names that a text of a jar lacks, each with a reason; `module` is its file, null for a script. Throws its SyntaxError. */
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
