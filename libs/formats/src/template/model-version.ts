import { isObject, type Json } from '@slipway/domain/model';
import { BadFile, toSingleLine } from '../errors/bad-file.ts';

/** The newest model of templates that is read, and the one that is written (file-formats.md, .xlr). */
const newestModel = '24.1.0#1';

/** `22.3.0#1`, `10.3.0`, `4.6.0-alpha-2`, `22.3.0-727.113` */
const versionPattern = /^(\d{1,4})\.(\d{1,4})(?:\.(\d{1,4}))?(-[\w.-]{1,40})?(?:#(\d{1,6}))?$/;

/** The numbers that order versions; null for an invalid version. A prerelease is before its release. */
function partsOf(version: string): readonly number[] | null {
  const match = versionPattern.exec(version.trim());
  if (match === null) return null;
  const [, major = '0', minor = '0', patch = '0', before, step = '0'] = match;
  return [...[major, minor, patch].map(Number), before === undefined ? 1 : 0, Number(step)];
}

const isAfter = (a: readonly number[], b: readonly number[]): boolean => {
  const at = a.findIndex((part, index) => part !== b[index]);
  return at >= 0 && (a[at] ?? 0) > (b[at] ?? 0);
};

/** Refuses a model that is newer than what is read here, and what is no version. Throws BadFile. */
export function requireSupportedModel(version: string): void {
  const parts = partsOf(version);
  const newest = partsOf(newestModel) ?? [];
  if (parts === null) throw new BadFile(`the version of the model '${toSingleLine(version)}' cannot be read`);
  if (!isAfter(parts, newest)) return;
  throw new BadFile(
    `the file has the model '${toSingleLine(version)}', which is newer than '${newestModel}': it cannot be read`,
  );
}

const modelMember = 'xlr-data-model-version';

/** The version in a manifest, or null. Throws BadFile if it is not a text. */
export function modelVersionIn(manifest: Json): string | null {
  const version = isObject(manifest) ? (manifest[modelMember] ?? null) : null;
  if (version === null || typeof version === 'string') return version;
  throw new BadFile(`${modelMember} in the manifest: expected a text such as '${newestModel}'`);
}

/** The manifest of what is written here. */
export const manifestFor = (productVersion: string): Json => ({
  [modelMember]: newestModel,
  'xlr-version': productVersion,
});
