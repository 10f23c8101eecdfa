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

/** The members of a task in a request. Properties of the type are separate, because they are merged individually. */
interface TaskFields {
  readonly fields: TaskPatch;
  readonly creation: Partial<Creation>;
  readonly properties: Readonly<Record<string, Json>>;
}

/**
 * Returns the members of a request for a task of this type, without prefix. Absent members stay absent. Throws Invalid,
 * and NotFound for invalid ids.
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

/**
 * The options for parsing requests: the prefix of built-in types, the properties of plugin types, and the rules for
 * secrets.
 */
export interface ParseOptions extends SecretRules {
  readonly prefix: string;
  readonly declares: DeclaresProperty;
}

/** Returns a new task of a request, with the tasks of a group. Secrets in its properties are encrypted. */
export const taskDraft = (body: TaskBody, reading: ParseOptions): TaskDraft => {
  const [[distinctBody = body] = []] = withDistinctIds([[body]]);
  return draftOf(distinctBody, reading);
};

/** Returns the new tasks of one document. The last segments of their ids must be distinct. */
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
  /** the prefix of built-in types */
  readonly prefix: string;
  readonly seal: (clear: string) => string;
  /** Returns the names of the secrets of a plugin type, or null for an unknown type. */
  readonly passwords: (type: string) => readonly string[] | null;
  /** Returns the names of the properties of a plugin type, without outputs. */
  readonly inputs: (type: string) => readonly string[];
}

/** Returns the options for parsing requests. A property of an unknown type is a secret if its name looks like one. */
export const createParseOptions = ({ prefix, seal, passwords, inputs }: ParseSources): ParseOptions => ({
  prefix,
  seal,
  isSecret: (type, name) => passwords(type)?.includes(name) ?? looksSecret(name),
  declares: (type, name) => inputs(type).includes(name),
});
