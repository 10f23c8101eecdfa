import { message, type Warn } from '@slipway/domain/messages';
import { isObject, type Json, passwordMask, soleKey, taskTypeNamed, variableTypes } from '@slipway/domain/model';
import { BadFile, toSingleLine } from '../errors/bad-file.ts';
import { isForeignSecret } from './foreign-secrets.ts';
import { type Members, objectsIn, textIn, typeNameOf } from './members.ts';

const knownTypes: ReadonlySet<string> = new Set(variableTypes);
const text = 'StringVariable' satisfies (typeof variableTypes)[number];
const password = 'PasswordStringVariable' satisfies (typeof variableTypes)[number];

/**
 * The variables of a template. Models without variables contain values by key in two maps, of which one has passwords.
 * An unknown type becomes a text.
 */
export function upgradeVariables(template: Members, warn: Warn): readonly Members[] {
  const { variables, variableValues, passwordVariableValues } = template;
  const listedVariables = Array.isArray(variables) ? objectsIn(variables) : [];
  const rawVariables =
    listedVariables.length > 0
      ? listedVariables
      : [...fromMap(variableValues, text), ...fromMap(passwordVariableValues, password)];
  return rawVariables.map((variable) => readVariable(variable, warn));
}

const fromMap = (values: Json | undefined, type: string): readonly Members[] =>
  isObject(values)
    ? Object.entries(values).map(([key, value]) => ({ key: soleKey(key) ?? key, type: `rel.${type}`, value }))
    : [];

/** One variable, of a template or of a task that makes releases, without a secret of another server. */
function readVariable(variable: Members, warn: Warn): Members {
  const key = toSingleLine(textIn(variable.key) ?? '');
  const type = textIn(variable.type);
  const isKnown = type === null || knownTypes.has(typeNameOf(type));
  if (!isKnown) warn(message('file.unknownVariableType', { key, type: toSingleLine(type) }));
  const { value } = variable;
  const isSecret = isForeignSecret(value) && (typeNameOf(type) === password || value !== passwordMask);
  if (isSecret) warn(message('file.foreignVariableValue', { key }));
  return {
    ...variable,
    ...(!isKnown && { type: `rel.${text}` }),
    ...(isSecret && { value: null }),
    ...(!isKnown && !isSecret && { value: toText(value) }),
  };
}

const toText = (value: Json | undefined): Json =>
  value === null || value === undefined || typeof value === 'string' ? (value ?? null) : JSON.stringify(value);

/** A task in the present form. Invalid dependencies and list items are dropped. */
export function upgradeTask(task: Members, warn: Warn): Members {
  const type = taskTypeNamed(typeNameOf(task.type));
  // a plugin's type may have properties of these names and of any shape
  if (type === undefined) return task;
  return {
    ...task,
    ...upgradeGate(task, warn),
    ...(type.own?.creation && upgradeCreation(task, warn)),
    ...upgradeLinks(task),
    ...upgradeInputs(task),
  };
}

/** Dependencies name their target by an id, by an object with one, or not at all when that was deleted. */
function upgradeGate({ dependencies, conditions }: Members, warn: Warn): Members {
  const list = objectsIn(dependencies);
  const namedDependencies = list.filter(({ target, targetId }) => isNamed(targetId) || isNamed(target));
  if (namedDependencies.length < list.length) warn(message('file.emptyDependency'));
  return {
    ...(dependencies !== undefined && { dependencies: namedDependencies }),
    ...(conditions !== undefined && { conditions: objectsIn(conditions) }),
  };
}

const isNamed = (target: Json | undefined): boolean => idOf(target) !== '';

/** Older models call the template of a new release `template`, and may hold it as an object (file-formats.md). */
function upgradeCreation({ template, templateId, templateVariables }: Members, warn: Warn): Members {
  const legacyTemplateId = idOf(template);
  return {
    ...((templateId === undefined || templateId === null) &&
      legacyTemplateId !== '' && { templateId: legacyTemplateId }),
    ...(templateVariables !== undefined && {
      templateVariables: objectsIn(templateVariables).map((variable) => readVariable(variable, warn)),
    }),
  };
}

const upgradeLinks = ({ links }: Members): Members =>
  links === undefined
    ? {}
    : {
        links: objectsIn(links).map(({ source, target, ...link }) => ({
          ...link,
          source: idOf(source),
          target: idOf(target),
        })),
      };

/** The variables of a user input task are ids, or whole variables. */
const upgradeInputs = ({ variables }: Members): Members =>
  isList(variables) ? { variables: variables.map(idOf).filter((id) => id !== '') } : {};

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

/** An id that may stand in an object; an empty text for none. */
const idOf = (value: Json | undefined): string => textIn(isObject(value) ? value.id : value) ?? '';

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
  if (parts === null) throw new BadFile(message('file.badModelVersion', { version: toSingleLine(version) }));
  if (!isAfter(parts, newest)) return;
  throw new BadFile(message('file.newerModel', { version: toSingleLine(version), newest: newestModel }));
}

const modelMember = 'xlr-data-model-version';

/** The version in a manifest, or null. Throws BadFile if it is not a text. */
export function modelVersionIn(manifest: Json): string | null {
  const version = isObject(manifest) ? (manifest[modelMember] ?? null) : null;
  if (version === null || typeof version === 'string') return version;
  throw new BadFile(message('file.badManifest', { member: modelMember, example: newestModel }));
}

/** The manifest of what is written here. */
export const manifestFor = (productVersion: string): Json => ({
  [modelMember]: newestModel,
  'xlr-version': productVersion,
});
