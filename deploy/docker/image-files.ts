const nothing = /^$/;

/** The files of these packages that the image contains: the packages are much larger than their used parts. */
const onlyFiles: Readonly<Record<string, RegExp>> = {
  skulpt: /^dist\/skulpt(?:\.min|-stdlib)\.js$/,
  'isolated-vm': new RegExp(`^(?:isolated-vm\\.js|prebuilds/linux-${process.arch}/.+\\.glibc\\.node)$`),
  // the bundle of the board contains the used parts of these packages
  preact: nothing,
  '@preact/signals': nothing,
  '@preact/signals-core': nothing,
  'swagger-ui-dist': /^(?:swagger-ui-bundle\.js|swagger-ui\.css|favicon-32x32\.png)$/,
};

/** Scopes whose packages are only in the bundle of the board. */
const bundledScopes = /^@(?:codemirror|lezer|fontsource-variable|iconify-json)\//;
const alwaysKept = /(?:^|\/)package\.json$|^(?:licen[cs]e|notice|copying)[^/]*$/i;
const unusedFolder = /(?:^|\/)(?:tests?|__tests__|examples?|benchmarks?|\.github|docs|coverage)\//;
const unusedFile = /\.musl\.node$|\.(?:map|md|markdown|[cm]?tsx?|flow|c|cc|cpp|h|hpp|gypi?|tgz|gz|yml|sh|cmd)$/i;

/** Returns whether the product or its license needs a file of a package. The path is relative to the package. */
export function isKept(name: string, file: string): boolean {
  if (alwaysKept.test(file)) return true;
  const keptPattern = bundledScopes.test(name) ? nothing : onlyFiles[name];
  return keptPattern === undefined ? !unusedFolder.test(file) && !unusedFile.test(file) : keptPattern.test(file);
}

const isOnlyForDevelopment = (file: string): boolean =>
  /\.test\.tsx?$|\.d\.m?ts$|^src\/(?:.+\/)?(?:testing(?:\.ts$|\/)|gallery\/)/.test(file);
/** Whether a file is used only in the bundle of the board: Node does not read it. */
const isBundled = (file: string): boolean => /\.(?:tsx|css|svg)$/.test(file);

/** Returns whether a file of a workspace is part of the product and not of its tests. */
export const isProduct = (file: string): boolean =>
  file === 'package.json' ||
  file.startsWith('dist/') ||
  (file.startsWith('src/') && !isOnlyForDevelopment(file) && !isBundled(file));
