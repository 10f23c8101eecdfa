import {
  blankCreation,
  blankVariable,
  type Creation,
  type Json,
  type TaskDraft,
  type TaskPatch,
  type Variable,
} from '@slipway/domain';
import type { z } from 'zod';
import { readType } from '../format/type-name.ts';
import { chosenId, lastSegments, type variableBody, variableDraft } from '../variables/variable-request.ts';
import { withDistinctIds } from './distinct-ids.ts';
import { reunited } from './foreign-parts.ts';
import { type Declares, ownProperties } from './own-properties.ts';
import { type Secrecy, sealed } from './secrets.ts';
import type { TaskBody } from './task-body.ts';

/** What a body says about a task: its fields, and those of a type apart since they are merged one by one. */
export interface TaskFields {
  readonly fields: TaskPatch;
  readonly creation: Partial<Creation>;
  readonly properties: Readonly<Record<string, Json>>;
}

const defined = <T extends object>(patch: T): Partial<T> => {
  const given: Partial<T> = {};
  for (const key in patch) if (patch[key] !== undefined) given[key] = patch[key];
  return given;
};

/** The fields of a body for a task of this type (without our prefix); absent ones stay absent. Throws NotFound for ids that are none. */
export function taskFields(body: TaskBody, type: string, { prefix, declares }: Reading): TaskFields {
  const { id: _, type: __, tasks: ___, conditions, dependencies, links, variables, ...rest } = body;
  const {
    newReleaseTitle,
    templateId,
    folderId,
    startRelease,
    releaseTags,
    templateVariables,
    createdReleaseId,
    ...plain
  } = rest;
  const creation = { newReleaseTitle, templateId, folderId, startRelease, releaseTags, createdReleaseId };
  return {
    fields: defined({
      ...known(plain),
      conditions: conditions?.map(({ id, title }) => ({ id: chosenId('GateCondition', id) ?? '', title: title ?? '' })),
      dependencies: dependencies?.map((each) => ({
        id: chosenId('Dependency', each.id) ?? '',
        target: targetOf(each.targetId ?? each.target ?? ''),
      })),
      links: links?.map(({ id, source, target }) => ({
        id: chosenId('Link', id) ?? '',
        source: lastOf(source),
        target: lastOf(target),
      })),
      inputs: variables && lastSegments('Variable', variables),
    }),
    creation: defined({ ...creation, templateVariables: templateVariables?.map((each) => valueHolder(each, prefix)) }),
    properties: ownProperties(type, reunited(body), declares),
  };
}

type Plain = Omit<
  TaskBody,
  'id' | 'type' | 'tasks' | 'conditions' | 'dependencies' | 'links' | 'variables' | keyof Creation
>;

function known(body: Plain) {
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

/** The last segment of an id, or a `${variable}` as it is. */
export const targetOf = (written: string): string => (written.includes('${') ? written.trim() : lastOf(written));

const lastOf = (written: string): string => written.slice(written.lastIndexOf('/') + 1);

function valueHolder(body: z.output<typeof variableBody>, prefix: string): Variable {
  const draft = variableDraft(body, prefix);
  return { ...blankVariable, ...defined(draft), id: draft.id ?? 'Variable0', key: draft.key };
}

/** How to read what clients write: the prefix of our types, which properties types have and which of them are secrets, and how those are sealed. */
export interface Reading extends Secrecy {
  readonly prefix: string;
  readonly declares: Declares;
}

/** A new task as a body asks for it, with the tasks of a group; secrets among its properties are sealed. */
export const taskDraft = (body: TaskBody, reading: Reading): TaskDraft => {
  const [[distinct = body] = []] = withDistinctIds([[body]]);
  return draftOf(distinct, reading);
};

/** New tasks of one document, no two of which have the same last segment of their ids. */
export const taskDrafts = (bodies: readonly TaskBody[], reading: Reading): readonly TaskDraft[] =>
  bodies.map((body) => draftOf(body, reading));

function draftOf(body: TaskBody, reading: Reading): TaskDraft {
  const { prefix } = reading;
  const type = readType(body.type ?? 'Task', prefix);
  const { fields: given, creation, properties } = taskFields(body, type, reading);
  return {
    ...given,
    ...(type === 'CreateReleaseTask' && { creation: { ...blankCreation, ...creation } }),
    ...(Object.keys(properties).length > 0 && { properties: sealed(type, properties, reading) }),
    ...(body.tasks && { tasks: taskDrafts(body.tasks, reading) }),
    id: chosenId('Task', body.id),
    type,
  };
}
