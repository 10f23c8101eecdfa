import { unknownTypeProperty } from '@slipway/domain/files';
import { maxParts, type OwnFields, type Task, type TaskPassive, type TaskTypeName } from '@slipway/domain/model';
import { z } from 'zod';
import { joinIds, type RenderContext } from '../format/render-context.ts';
import { flag, json, list, listUpTo, optional, ownType, responseJson } from '../format/scalars.ts';
import { sortMembers, sortModel } from '../format/sorted-json.ts';
import { showType } from '../format/type-name.ts';
import { approvalsBody, approvalsResponse, requirementsIn, showApprovals } from '../gates/approval.ts';
import { conditionResponse, dependencyResponse, showCondition, showDependency, targetOf } from '../gates/gate.ts';
import { creationBody, creationResponse, showCreation } from '../variables/created-release.ts';
import { variableResponse } from '../variables/variable.ts';
import { chosenId, lastSegment, lastSegments, variableBody } from '../variables/variable-request.ts';
import { withScriptId } from './python-script.ts';
import { maskSecrets } from './secrets.ts';

/** The request and response members of tasks of one type. */
interface TaskTypeSchema {
  /** the request members in addition to the common ones of all tasks */
  readonly body: Readonly<Record<string, z.ZodType>>;
  /** the response members in addition to the common ones of all tasks */
  readonly answer: Readonly<Record<string, z.ZodType>>;
  /** whether all other members of a request are stored unchanged */
  readonly isOpen: boolean;
  /** the only other member that is stored if the type is not open */
  readonly keeps?: string;
  /** Renders the members of the type, without the tasks of a group. `id` is the full id of the task. */
  readonly show: (task: Task, passive: TaskPassive, id: string, release: ReleaseInfo, show: RenderContext) => object;
}

/** The data of the release that the rendering of a task needs. */
interface ReleaseInfo {
  readonly releaseId: string;
  readonly rest: { readonly planRevision: number };
}

const closedType = { body: {}, answer: {}, isOpen: false, show: () => ({}) } as const satisfies TaskTypeSchema;

/** Built-in types with properties that no rule reads, and plugin types. */
const openType: TaskTypeSchema = {
  ...closedType,
  isOpen: true,
  show: ({ definition }, { properties }) => sortMembers(maskSecrets(definition.type, properties)),
};

/** Script tasks of plugins. */
const pluginScript: TaskTypeSchema = {
  ...openType,
  show: ({ definition }, { properties }, id) => sortMembers(withScriptId(maskSecrets(definition.type, properties), id)),
};

/** Manual tasks, with the original type if it is unknown here (file-formats.md, JSON task shapes). */
const manual = {
  ...closedType,
  body: { [unknownTypeProperty]: json.optional() },
  answer: {
    [unknownTypeProperty]: responseJson.optional().describe('Task: its type and properties if the type is unknown'),
  },
  keeps: unknownTypeProperty,
  show: (_, { properties: { [unknownTypeProperty]: unknownType } }) =>
    unknownType === undefined ? {} : { [unknownTypeProperty]: sortModel(unknownType) },
} as const satisfies TaskTypeSchema;

const namedReference = z.object({ id: optional(z.string()), title: optional(z.string()) });
const conditionInput = namedReference.extend({ checked: optional(flag) });
const dependencyInput = z.object({
  id: optional(z.string()),
  targetId: optional(z.string()),
  target: optional(z.union([z.string(), namedReference.transform(({ id }) => id)])),
});
const gate = {
  ...closedType,
  body: {
    conditions: optional(listUpTo(maxParts, conditionInput)).describe('GateTask'),
    dependencies: optional(listUpTo(maxParts, dependencyInput)).describe('GateTask'),
    ...approvalsBody,
  },
  answer: {
    conditions: list(conditionResponse).optional().describe('GateTask'),
    dependencies: list(dependencyResponse).optional().describe('GateTask'),
    ...approvalsResponse,
  },
  show: (task, _, id, { rest }, show) => ({
    conditions: task.definition.conditions.map((item) => showCondition(item, id, task.run, show)),
    dependencies: task.definition.dependencies.map((item) => showDependency(item, id, show)),
    ...showApprovals(task, rest.planRevision),
  }),
} as const satisfies TaskTypeSchema;

const linkResponse = z
  .object({ id: z.string(), type: ownType('Link'), source: z.string(), target: z.string() })
  .meta({ id: 'Link' });
const linkInput = z.object({ id: optional(z.string()), source: z.string(), target: z.string() });
const parallelGroup = {
  ...closedType,
  body: { links: optional(listUpTo(maxParts, linkInput)).describe('ParallelGroup') },
  answer: { links: list(linkResponse).optional().describe('ParallelGroup') },
  show: ({ definition }, _, id, __, show) => ({
    links: definition.links.map((link) => ({
      id: joinIds(id, link.id),
      type: showType('Link', show.prefix),
      source: joinIds(id, link.source),
      target: joinIds(id, link.target),
    })),
  }),
} as const satisfies TaskTypeSchema;

const userInput = {
  ...closedType,
  body: {
    variables: optional(
      listUpTo(maxParts, z.union([z.string(), variableBody.transform(({ id }) => id ?? '')])),
    ).describe('UserInputTask'),
  },
  answer: {
    variables: list(z.union([z.string(), variableResponse]))
      .optional()
      .describe('UserInputTask: ids of variables'),
  },
  show: ({ definition }, _, __, { releaseId }) => ({
    variables: definition.inputs.map((input) => joinIds(releaseId, input)),
  }),
} as const satisfies TaskTypeSchema;

const createRelease = {
  ...closedType,
  body: creationBody,
  answer: creationResponse,
  show: ({ definition: { creation } }, _, id, __, show) => (creation === null ? {} : showCreation(creation, id, show)),
} as const satisfies TaskTypeSchema;

const schemas: Readonly<Record<TaskTypeName, TaskTypeSchema>> = {
  Task: manual,
  GateTask: gate,
  ParallelGroup: parallelGroup,
  SequentialGroup: closedType,
  UserInputTask: userInput,
  CreateReleaseTask: createRelease,
  ScriptTask: openType,
  GroovyScriptTask: openType,
  ExternalScriptTask: openType,
  CustomScriptTask: pluginScript,
  NotificationTask: openType,
  DeployitTask: openType,
  'events.WaitForJsonEvent': openType,
};
const byName: ReadonlyMap<string, TaskTypeSchema> = new Map(Object.entries(schemas));

/** Returns the request and response members of a built-in or plugin type. */
export const taskTypeSchema = (type: string): TaskTypeSchema => byName.get(type) ?? openType;

/** The members of requests and responses that only one type has, by type. */
export const ownFieldNames: ReadonlyMap<string, readonly string[]> = new Map(
  [...byName].map(([name, { body }]) => [name, Object.keys(body)] as const).filter(([, names]) => names.length > 0),
);

/** The schemas of the members that only one type has, in requests and in responses. */
export const ownBody = {
  ...manual.body,
  ...gate.body,
  ...parallelGroup.body,
  ...userInput.body,
  ...createRelease.body,
};
export const ownResponse = {
  ...manual.answer,
  ...gate.answer,
  ...parallelGroup.answer,
  ...userInput.answer,
  ...createRelease.answer,
};
type OwnBody = z.output<z.ZodObject<typeof ownBody>>;

/**
 * Returns the members that only some types have, without those of a created release. Throws NotFound for invalid ids.
 */
export const ownFieldsIn = (body: OwnBody): Partial<OwnFields> => ({
  ...partsIn(body),
  approvalRequirements: requirementsIn(body),
});

const partsIn = ({ conditions, dependencies, links, variables }: OwnBody): Partial<OwnFields> => ({
  conditions: conditions?.map(({ id, title }) => ({ id: chosenId('GateCondition', id) ?? '', title: title ?? '' })),
  dependencies: dependencies?.map((item) => ({
    id: chosenId('Dependency', item.id) ?? '',
    target: targetOf(item.targetId ?? item.target ?? ''),
  })),
  links: links?.map(({ id, source, target }) => ({
    id: chosenId('Link', id) ?? '',
    source: lastSegment(source),
    target: lastSegment(target),
  })),
  inputs: variables && lastSegments('Variable', variables),
});

/** A type of tasks. */
export const taskTypeResponse = z
  .object({
    type: z.string(),
    title: z.string(),
    description: z.string(),
    group: z.boolean().describe('whether its tasks hold other tasks'),
    endedByPeople: z.boolean().describe('whether people may complete and fail its tasks while they are in progress'),
    abortable: z.boolean().describe('whether its tasks may be aborted while they are queued or in progress'),
    plugin: z.string().optional().describe('absent: built in'),
  })
  .meta({ id: 'TaskType' });
export type TaskTypeResponse = z.output<typeof taskTypeResponse>;
