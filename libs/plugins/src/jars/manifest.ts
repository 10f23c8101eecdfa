import { BadPlugin } from '../definitions/bad-plugin.ts';

export const manifestPath = 'META-INF/MANIFEST.MF';

/** What a plugin is called, and which version of it this is. */
export interface Identity {
  readonly name: string;
  readonly version: string;
}

/** The attributes of a manifest's main section, by their names in small letters; a line that begins with a blank continues. */
function attributesIn(manifest: string): ReadonlyMap<string, string> {
  const [main = ''] = manifest.replace(/\r\n?/g, '\n').split('\n\n');
  const lines = main.replaceAll('\n ', '').split('\n');
  return new Map(
    lines.flatMap((line): [string, string][] => {
      const colon = line.indexOf(':');
      return colon < 1 ? [] : [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]];
    }),
  );
}

/** `acme-plugin-1.2.0.jar` is version 1.2.0 of `acme-plugin`, wherever on its author's disk it was. */
function identityOfFile(file: string): Identity {
  const base = file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1).replace(/\.(?:jar|zip)$/i, '');
  const cut = base.search(/[-_]v?\d/);
  return cut < 1 ? { name: base, version: '' } : { name: base.slice(0, cut), version: base.slice(cut + 1) };
}

/** The identity of a jar; the file name completes its manifest. Throws BadPlugin. */
export function identityIn(manifest: string | undefined, file: string): Identity {
  if (manifest === undefined) throw new BadPlugin(`the jar has no ${manifestPath}`);
  const attributes = attributesIn(manifest);
  if (attributes.get('manifest-version') !== '1.0') {
    throw new BadPlugin(`${manifestPath} does not contain 'Manifest-Version: 1.0'`);
  }
  const fromFile = identityOfFile(file);
  const name = attributes.get('plugin-name') ?? attributes.get('implementation-title') ?? fromFile.name;
  const version = attributes.get('plugin-version') ?? attributes.get('implementation-version') ?? fromFile.version;
  return { name, version };
}
