import type { Entry } from 'yauzl';
import { BadPlugin, inLine } from '../definitions/bad-plugin.ts';

const longestName = 200;
/** Archives in archives are never opened, so nothing of them could work. */
const archive = /\.(?:jar|war|ear|zip|xlr|gz|tgz|tar)$/i;

/** Why a file of this name cannot be in a plugin; null when it can. */
function fault(name: string): string | null {
  if (name === '' || name.length > longestName) return `a name of 1 to ${longestName} characters is expected`;
  if (/\p{Cc}/u.test(name) || !name.isWellFormed()) return 'it has a control character';
  if (/[\\:]/.test(name)) return 'it has a backslash or colon';
  const segments = (name.endsWith('/') ? name.slice(0, -1) : name).split('/');
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..')) {
    return 'it is absolute, or has an empty segment or dots';
  }
  return archive.test(name) ? 'archives in a jar are not read' : null;
}

/** The name of an entry, which is added to those `seen`. Throws BadPlugin where it could name anything but one file inside. */
export function requireSafeName(name: string, seen: Set<string>): string {
  const reason = fault(name);
  if (reason !== null) throw new BadPlugin(`the jar has an entry '${inLine(name)}': ${reason}`);
  if (seen.has(name)) throw new BadPlugin(`the jar has '${inLine(name)}' twice`);
  seen.add(name);
  return name;
}

const kindOf = (entry: Entry): number => (entry.externalFileAttributes >>> 16) & 0o170000;
const regular = new Set([0, 0o100000, 0o040000]);

/** Throws BadPlugin for links, devices, and what is encrypted or packed in a way that nobody uses. */
export function requireRegular(entry: Entry): void {
  const name = inLine(entry.fileName);
  if (!regular.has(kindOf(entry))) throw new BadPlugin(`'${name}' in the jar is no regular file`);
  if (entry.isEncrypted() || (entry.generalPurposeBitFlag & 0x41) !== 0) {
    throw new BadPlugin(`'${name}' in the jar is encrypted`);
  }
  if (!entry.canDecodeFileData()) throw new BadPlugin(`'${name}' in the jar is packed in a way that is not known`);
}
