import type { Entry } from 'yauzl';
import { BadFile, inLine } from '../refusal/bad-file.ts';
import type { ZipRules } from './zip-rules.ts';

const longestName = 200;
/** Archives in archives are never opened, so nothing of them could work. */
const archive = /\.(?:jar|war|ear|zip|xlr|gz|tgz|tar)$/i;

/** Why a file of this name cannot be in such a zip; null when it can. */
function fault(name: string, { what, mayHoldArchives }: ZipRules): string | null {
  if (name === '' || name.length > longestName) return `a name of 1 to ${longestName} characters is expected`;
  if (/\p{Cc}/u.test(name) || !name.isWellFormed()) return 'it has a control character';
  if (/[\\:]/.test(name)) return 'it has a backslash or colon';
  const segments = (name.endsWith('/') ? name.slice(0, -1) : name).split('/');
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..')) {
    return 'it is absolute, or has an empty segment or dots';
  }
  return archive.test(name) && !mayHoldArchives ? `archives in a ${what} are not read` : null;
}

/** The name of an entry, which is added to those `seen`. Throws BadFile where it could name anything but one file inside. */
export function requireSafeName(name: string, seen: Set<string>, rules: ZipRules): string {
  const reason = fault(name, rules);
  if (reason !== null) throw new BadFile(`the ${rules.what} has an entry '${inLine(name)}': ${reason}`);
  if (seen.has(name)) throw new BadFile(`the ${rules.what} has '${inLine(name)}' twice`);
  seen.add(name);
  return name;
}

const kindOf = (entry: Entry): number => (entry.externalFileAttributes >>> 16) & 0o170000;
const regular = new Set([0, 0o100000, 0o040000]);

/** Throws BadFile for links, devices, and what is encrypted or packed in a way that nobody uses. */
export function requireRegular(entry: Entry, what: string): void {
  const name = inLine(entry.fileName);
  if (!regular.has(kindOf(entry))) throw new BadFile(`'${name}' in the ${what} is no regular file`);
  if (entry.isEncrypted() || (entry.generalPurposeBitFlag & 0x41) !== 0) {
    throw new BadFile(`'${name}' in the ${what} is encrypted`);
  }
  if (!entry.canDecodeFileData()) throw new BadFile(`'${name}' in the ${what} is packed in a way that is not known`);
}
