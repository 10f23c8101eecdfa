import { isObject, type Json, passwordMask } from '@slipway/domain/model';
import { DUMP_SCHEMA, defineScalarTag, dump, intCoreTag } from 'js-yaml';
import type { CodeKind } from '../documents.ts';
import type { Members } from '../read-yaml.ts';
import { valuesFile } from '../values-file.ts';

/** A document to write. Masks in it represent secrets. */
export interface OutputDocument {
  readonly kind: CodeKind;
  readonly home: readonly string[];
  readonly spec: readonly Json[];
}

/** The version of documents that all tools of the family accept. */
const apiVersion = 'xl-release/v1';

/** A secret in a document, whose value is in the file of values. */
class Secret {
  readonly key: string;
  constructor(key: string) {
    this.key = key;
  }
}

const secretTag = defineScalarTag('!value', {
  resolve: (source) => source,
  identify: (value) => value instanceof Secret,
  represent: (value) => (value instanceof Secret ? value.key : ''),
});
/** Writes integers beyond 2^53 with all their digits. */
const integerTag = defineScalarTag(intCoreTag.tagName, {
  ...intCoreTag,
  identify: (value) => typeof value === 'bigint' || intCoreTag.identify(value),
  represent: (value) => (typeof value === 'bigint' ? String(value) : intCoreTag.represent(value)),
});
const schema = DUMP_SCHEMA.withTags(secretTag, integerTag);

/** The written documents: the YAML, and a file of values with an empty value for each secret. */
export interface OutputFiles {
  readonly yaml: string;
  readonly values: string;
}

/** Writes documents. Omits empty documents. */
export function writeDocuments(documents: readonly OutputDocument[], head: readonly string[]): OutputFiles {
  const values = new Map<string, string>();
  const texts = documents
    .filter(({ spec }) => spec.length > 0)
    .map(({ kind, home, spec }) => {
      const metadata = home.length === 0 ? {} : { metadata: { home: home.join('/') } };
      const document = { apiVersion, kind, ...metadata, spec: spec.map((item) => withSecrets(item, [kind], values)) };
      return `---\n${dump(document, { schema, lineWidth: -1, noRefs: true })}`;
    });
  return { yaml: [...head.map((line) => `# ${line}\n`), ...texts].join(''), values: valuesFile(values) };
}

/** Returns the name of an object. */
const nameMemberOf = (members: Members): Json | undefined =>
  members.name ??
  members.template ??
  members.workflow ??
  members.key ??
  members.phase ??
  members.directory ??
  members.username;

function withSecrets(value: Json, parentPath: readonly string[], values: Map<string, string>): unknown {
  if (value === passwordMask) {
    const key = uniqueKey(parentPath, values);
    values.set(key, '');
    return new Secret(key);
  }
  if (Array.isArray(value)) return value.map((child) => withSecrets(child, parentPath, values));
  if (!isObject(value)) return value;
  const own = nameMemberOf(value);
  const childPath = typeof own === 'string' ? [...parentPath, own] : parentPath;
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [name, withSecrets(child, [...childPath, name], values)]),
  );
}

/** Returns a unique key for a secret, derived from its path. */
function uniqueKey(path: readonly string[], values: ReadonlyMap<string, string>): string {
  const plain = path
    .slice(1)
    .join('_')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .slice(0, 200);
  let [key, number] = [plain, 2];
  while (values.has(key)) {
    key = `${plain}_${number}`;
    number += 1;
  }
  return key;
}
