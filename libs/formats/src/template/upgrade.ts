import { message, type Warn } from '@slipway/domain/messages';
import { isObject, type Json, passwordMask, soleKey, taskTypeNamed, variableTypes } from '@slipway/domain/model';
import { BadFile, toSingleLine } from '../errors/bad-file.ts';
import { isForeignSecret } from './foreign-secrets.ts';
import { type Members, objectsIn, textIn, typeNameOf } from './members.ts';

const knownTypes: ReadonlySet<string> = new Set(variableTypes);
const text = 'StringVariable' satisfies (typeof variableTypes)[number];
const password = 'PasswordStringVariable' satisfies (typeof variableTypes)[number];

/**
 * Returns the variables of a template. Models without variables contain values by key in two maps, one of them for
 * passwords. An unknown type becomes a text variable.
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

/** Reads a variable of a template, or of a task that creates releases, without secrets of another server. */
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

/** Returns a task in the current form. Invalid dependencies and list items are dropped. */
export function upgradeTask(task: Members, warn: Warn): Members {
  const type = taskTypeNamed(typeNameOf(task.type));
  // Plugin types may have properties with these names in any form.
  if (type === undefined) return task;
  return {
    ...task,
    ...upgradeGate(task, warn),
    ...(type.own?.creation && upgradeCreation(task, warn)),
    ...upgradeLinks(task),
    ...upgradeInputs(task),
  };
}

/** Upgrades a gate. The target of a dependency is an id, or an object with an id. A deleted target is absent. */
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

/**
 * Upgrades a task that creates releases. In older models, the member `template` is the template, possibly as an object
 * (file-formats.md).
 */
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

/** Upgrades a user input task, whose variables are ids, or whole variables. */
const upgradeInputs = ({ variables }: Members): Members =>
  isList(variables) ? { variables: variables.map(idOf).filter((id) => id !== '') } : {};

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

/** Returns an id, or the id of an object; empty for another value. */
const idOf = (value: Json | undefined): string => textIn(isObject(value) ? value.id : value) ?? '';

/** The newest supported model version, which is also the version of exports (file-formats.md, .xlr). */
const newestModel = '24.1.0#1';

/** Matches versions such as `22.3.0#1`, `10.3.0`, `4.6.0-alpha-2` and `22.3.0-727.113`. */
const versionPattern = /^(\d{1,4})\.(\d{1,4})(?:\.(\d{1,4}))?(-[\w.-]{1,40})?(?:#(\d{1,6}))?$/;

/**
 * Returns the numbers of a version for comparison, or null for an invalid version. A prerelease precedes its release.
 */
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

/** Rejects a model version that is invalid, or newer than the newest supported one. Throws BadFile. */
export function requireSupportedModel(version: string): void {
  const parts = partsOf(version);
  const newest = partsOf(newestModel) ?? [];
  if (parts === null) throw new BadFile(message('file.badModelVersion', { version: toSingleLine(version) }));
  if (!isAfter(parts, newest)) return;
  throw new BadFile(message('file.newerModel', { version: toSingleLine(version), newest: newestModel }));
}

const modelMember = 'xlr-data-model-version';

/** Returns the model version of a manifest, or null. Throws BadFile if it is not a text. */
export function modelVersionIn(manifest: Json): string | null {
  const version = isObject(manifest) ? (manifest[modelMember] ?? null) : null;
  if (version === null || typeof version === 'string') return version;
  throw new BadFile(message('file.badManifest', { member: modelMember, example: newestModel }));
}

/** Returns the manifest for exports. */
export const manifestFor = (productVersion: string): Json => ({
  [modelMember]: newestModel,
  'xlr-version': productVersion,
});
