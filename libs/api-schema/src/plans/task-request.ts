import { looksSecret } from '@slipway/domain/configurations';
import {
  type Creation,
  type Json,
  manualType,
  type TaskDraft,
  type TaskPatch,
  taskTypeNamed,
} from '@slipway/domain/model';
import { withoutUndefined } from '../format/changes.ts';
import { readType } from '../format/type-name.ts';
import { creationIn } from '../variables/created-release.ts';
import { chosenId } from '../variables/variable-request.ts';
import { withDistinctIds } from './distinct-ids.ts';
import { type DeclaresProperty, ownProperties, rejoinForeign } from './own-properties.ts';
import { requireScriptSupport } from './python-script.ts';
import { type SecretRules, sealSecrets } from './secrets.ts';
import type { TaskBody } from './task-body.ts';
import { ownFieldsIn } from './task-types.ts';

/** The members of a task in a request. Those of its type are separate, because they are merged one by one. */
interface TaskFields {
  readonly fields: TaskPatch;
  readonly creation: Partial<Creation>;
  readonly properties: Readonly<Record<string, Json>>;
}

/**
 * The members for a task of this type (without our prefix); absent ones stay absent. Throws Invalid, and NotFound for
 * invalid ids.
 */
export function taskFields(body: TaskBody, type: string, { prefix, declares }: ParseOptions): TaskFields {
  requireScriptSupport(type, body, prefix);
  return {
    fields: withoutUndefined({ ...commonFields(body), ...ownFieldsIn(body) }),
    creation: withoutUndefined(creationIn(body, prefix)),
    properties: ownProperties(type, rejoinForeign(body), declares),
  };
}

function commonFields(body: TaskBody) {
  return {
    title: body.title,
    description: body.description,
    owner: body.owner,
    team: body.team,
    scheduledStartDate: body.scheduledStartDate,
    dueDate: body.dueDate,
    plannedDuration: body.plannedDuration,
    flagStatus: body.flagStatus,
    flagComment: body.flagComment,
    waitForScheduledStartDate: body.waitForScheduledStartDate,
    delayDuringBlackout: body.delayDuringBlackout,
    checkAttributes: body.checkAttributes,
    locked: body.locked,
    precondition: body.precondition,
    failureHandler: body.failureHandler,
    abortScript: body.abortScript,
    taskFailureHandlerEnabled: body.taskFailureHandlerEnabled,
    taskRecoverOp: body.taskRecoverOp,
    phaseRecoverOp: body.phaseRecoverOp,
    variableMapping: body.variableMapping,
    externalVariableMapping: body.externalVariableMapping,
    configurationUri: body.configurationUri,
    tags: body.tags,
    watchers: body.watchers,
    facets: body.facets,
  };
}

/** How to read what clients write: the prefix of our types, which properties types have and which of them are secrets, and how those are sealed. */
export interface ParseOptions extends SecretRules {
  readonly prefix: string;
  readonly declares: DeclaresProperty;
}

/** A new task in a request, with the tasks of a group; secrets among its properties are encrypted. */
export const taskDraft = (body: TaskBody, reading: ParseOptions): TaskDraft => {
  const [[distinctBody = body] = []] = withDistinctIds([[body]]);
  return draftOf(distinctBody, reading);
};

/** New tasks of one document, no two of which have the same last segment of their ids. */
export const taskDrafts = (bodies: readonly TaskBody[], reading: ParseOptions): readonly TaskDraft[] =>
  bodies.map((body) => draftOf(body, reading));

function draftOf(body: TaskBody, reading: ParseOptions): TaskDraft {
  const { prefix } = reading;
  const type = readType(body.type ?? manualType, prefix);
  const blank = taskTypeNamed(type)?.own?.creation;
  const { fields: patch, creation, properties } = taskFields(body, type, reading);
  return {
    ...patch,
    ...(blank && { creation: { ...blank, ...creation } }),
    ...(Object.keys(properties).length > 0 && { properties: sealSecrets(type, properties, reading) }),
    ...(body.tasks && { tasks: taskDrafts(body.tasks, reading) }),
    id: chosenId('Task', body.id),
    type,
  };
}

/** The options of an installation for parsing requests. */
interface ParseSources {
  /** of our own types */
  readonly prefix: string;
  readonly seal: (clear: string) => string;
  /** The names of the secrets of a plugin's type; null for an unknown type. */
  readonly passwords: (type: string) => readonly string[] | null;
  /** the names of the properties that a plugin's type has, but for outputs */
  readonly inputs: (type: string) => readonly string[];
}

/** The options to parse requests. A property of an unknown type is a secret by its name. */
export const createParseOptions = ({ prefix, seal, passwords, inputs }: ParseSources): ParseOptions => ({
  prefix,
  seal,
  isSecret: (type, name) => passwords(type)?.includes(name) ?? looksSecret(name),
  declares: (type, name) => inputs(type).includes(name),
});
