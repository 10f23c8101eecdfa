import { type Message, message, plainText } from '@slipway/domain/messages';
import { type Entry, getFileNameLowLevel, validateFileName } from 'yauzl';
import { BadFile, toSingleLine } from '../errors/bad-file.ts';

/** The kind of a zip, and its limits. Declared sizes may be wrong, so the actual bytes are counted. */
export interface ZipRules {
  /** the name of the kind in errors */
  readonly archive: Message;
  readonly entries: number;
  /** the maximum size of one entry, and of all entries together, in bytes */
  readonly entryBytes: number;
  readonly totalBytes: number;
  /** the maximum stored size of one entry, and of all entries together, in bytes */
  readonly keptOfEntry: number;
  readonly keptBytes: number;
  /**
   * Whether other programs may have written it: a backslash in a name is a slash, and `./` before a name is removed.
   */
  readonly mayBeForeign?: true;
  /** Whether it may contain archives, which are not opened. */
  readonly mayHoldArchives: boolean;
  /** Receives a skipped entry with an unsafe name. If absent, such an entry rejects the zip. */
  readonly leaveOut?: (name: string, reason: Message) => void;
  /** Whether entries that are not stored may have any size and compression ratio. Only `totalBytes` limits them. */
  readonly othersAreLarge?: true;
}

/** The maximum compression ratio. */
export const maxRatio = 100;
/** The size up to which files may exceed the ratio, in bytes. */
const smallFileBytes = 64 * 1024;

/** Whether the compression ratio of a file indicates a zip bomb. */
export const isBomb = (bytes: number, packedBytes: number): boolean =>
  bytes > smallFileBytes && bytes > maxRatio * packedBytes;

const maxNameLength = 200;
/** Matches names of archives. A zip that may not contain archives rejects them, because they are never opened. */
const archiveName = /\.(?:jar|war|ear|zip|xlr|gz|tgz|tar)$/i;

/** Returns why a file name is invalid in a zip, or null if it is valid. */
function nameFault(name: string, { mayHoldArchives }: ZipRules): Message | null {
  if (name === '' || name.length > maxNameLength) return message('zipEntry.badName', { max: maxNameLength });
  if (/\p{Cc}/u.test(name) || !name.isWellFormed()) return message('zipEntry.controlCharacter');
  if (/[\\:]/.test(name)) return message('zipEntry.backslash');
  const segments = (name.endsWith('/') ? name.slice(0, -1) : name).split('/');
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..')) {
    return message('zipEntry.unsafePath');
  }
  return archiveName.test(name) && !mayHoldArchives ? message('zipEntry.nestedArchive') : null;
}

/**
 * Returns the name of an entry. If the zip may be foreign, replaces backslashes by slashes, and removes `./` before the
 * name.
 */
export function nameOf(entry: Entry, { mayBeForeign }: Pick<ZipRules, 'mayBeForeign'> = {}): string {
  const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry;
  const name = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, !mayBeForeign);
  return mayBeForeign ? name.replace(/^(?:\.\/)+(?=.)/, '') : name;
}

/** The names of entries so far, and the filter for requested files. */
interface NameCheck {
  readonly seen: Set<string>;
  readonly isWanted: (name: string) => boolean;
}

/**
 * Returns the name of an entry and adds it to `seen`, or returns null for an entry that the rules skip. Throws BadFile
 * for other names that are not a unique path inside the zip.
 */
export function safeNameOf(entry: Entry, { seen, isWanted }: NameCheck, rules: ZipRules): string | null {
  const name = nameOf(entry, rules);
  const { archive, leaveOut } = rules;
  const invalid = validateFileName(name);
  const reason = invalid === null ? nameFault(name, rules) : message('zipEntry.outsidePath');
  if (reason !== null) {
    if (leaveOut === undefined) {
      throw new BadFile(
        invalid === null
          ? message('archive.badName', { archive, name: toSingleLine(name), problem: reason })
          : message('archive.unreadable', { archive, problem: plainText(toSingleLine(invalid)) }),
      );
    }
    leaveOut(name, reason);
    return null;
  }
  if (seen.has(name)) {
    // Two versions of a requested file are ambiguous.
    if (leaveOut === undefined || isWanted(name))
      throw new BadFile(message('archive.duplicateEntry', { archive, name: toSingleLine(name) }));
    leaveOut(name, message('zipEntry.duplicate'));
    return null;
  }
  seen.add(name);
  return name;
}

const kindOf = (entry: Entry): number => (entry.externalFileAttributes >>> 16) & 0o170000;
const regularKinds = new Set([0, 0o100000, 0o040000]);

/** Throws BadFile for links, devices, encrypted entries, and unsupported compression methods. */
export function requireRegular(entry: Entry, archive: Message): void {
  const name = toSingleLine(nameOf(entry));
  if (!regularKinds.has(kindOf(entry))) throw new BadFile(message('archive.notAFile', { name, archive }));
  if (entry.isEncrypted() || (entry.generalPurposeBitFlag & 0x41) !== 0) {
    throw new BadFile(message('archive.encrypted', { name, archive }));
  }
  if (!entry.canDecodeFileData()) throw new BadFile(message('archive.unknownCompression', { name, archive }));
}
