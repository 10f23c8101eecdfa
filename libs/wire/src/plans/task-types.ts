import {
  mostParts,
  type OwnFields,
  type Task,
  type TaskPassive,
  type TaskTypeName,
  unknownTypeProperty,
} from '@slipway/domain';
import { z } from 'zod';
import { listUpTo } from '../format/bounded.ts';
import { membersInOrder, modelInOrder } from '../format/in-order.ts';
import { answeredJson, flag, json, list, optional, ownType } from '../format/scalars.ts';
import { type Show, under } from '../format/show.ts';
import { showType } from '../format/type-name.ts';
import { approvalsAnswer, approvalsBody, requirementsIn, showApprovals } from '../gates/approval.ts';
import { conditionAnswer, dependencyAnswer, showCondition, showDependency, targetOf } from '../gates/gate.ts';
import { creationAnswer, creationBody, showCreation } from '../variables/created-release.ts';
import { variableAnswer } from '../variables/variable.ts';
import { chosenId, lastSegment, lastSegments, variableBody } from '../variables/variable-request.ts';
import { withScriptId } from './python-script.ts';
import { masked } from './secrets.ts';

/** How tasks of one type are written and read. */
interface WireType {
  /** The members of requests beside those of every task. */
  readonly body: Readonly<Record<string, z.ZodType>>;
  /** The members of responses beside those of every task. */
  readonly answer: Readonly<Record<string, z.ZodType>>;
  /** whether anything else that a client sends with it is kept as it came */
  readonly isOpen: boolean;
  /** of what is not open: the one property that is kept all the same */
  readonly keeps?: string;
  /** The rendered members, without the tasks of a group; `id` is the full id of the task. */
  readonly show: (task: Task, passive: TaskPassive, id: string, place: Shown, show: Show) => object;
}

/** The members of the release for its task. */
interface Shown {
  readonly releaseId: string;
  readonly rest: { readonly planRevision: number };
}

const closed = { body: {}, answer: {}, isOpen: false, show: () => ({}) } as const satisfies WireType;

/** Types with properties of their own that no rule reads, and those of plugins. */
const open: WireType = {
  ...closed,
  isOpen: true,
  show: ({ definition }, { properties }) => membersInOrder(masked(definition.type, properties)),
};

/** Tasks that run the script of a plugin. */
const pluginScript: WireType = {
  ...open,
  show: ({ definition }, { properties }, id) => membersInOrder(withScriptId(masked(definition.type, properties), id)),
};

/** The original type of a manual task whose type is unknown here (file-formats.md, JSON task shapes). */
const manual = {
  ...closed,
  body: { [unknownTypeProperty]: json.optional() },
  answer: {
    [unknownTypeProperty]: answeredJson.optional().describe('Task: its type and properties if the type is unknown'),
  },
  keeps: unknownTypeProperty,
  show: (_, { properties: { [unknownTypeProperty]: kept } }) =>
    kept === undefined ? {} : { [unknownTypeProperty]: modelInOrder(kept) },
} as const satisfies WireType;

const named = z.object({ id: optional(z.string()), title: optional(z.string()) });
const ticked = named.extend({ checked: optional(flag) });
const waited = z.object({
  id: optional(z.string()),
  targetId: optional(z.string()),
  target: optional(z.union([z.string(), named.transform(({ id }) => id)])),
});
const gate = {
  ...closed,
  body: {
    conditions: optional(listUpTo(mostParts, ticked)).describe('GateTask'),
    dependencies: optional(listUpTo(mostParts, waited)).describe('GateTask'),
    ...approvalsBody,
  },
  answer: {
    conditions: list(conditionAnswer).optional().describe('GateTask'),
    dependencies: list(dependencyAnswer).optional().describe('GateTask'),
    ...approvalsAnswer,
  },
  show: (task, _, id, { rest }, show) => ({
    conditions: task.definition.conditions.map((each) => showCondition(each, id, task.run, show)),
    dependencies: task.definition.dependencies.map((each) => showDependency(each, id, show)),
    ...showApprovals(task, rest.planRevision),
  }),
} as const satisfies WireType;

const linkAnswer = z
  .object({ id: z.string(), type: ownType('Link'), source: z.string(), target: z.string() })
  .meta({ id: 'Link' });
const linked = z.object({ id: optional(z.string()), source: z.string(), target: z.string() });
const parallelGroup = {
  ...closed,
  body: { links: optional(listUpTo(mostParts, linked)).describe('ParallelGroup') },
  answer: { links: list(linkAnswer).optional().describe('ParallelGroup') },
  show: ({ definition }, _, id, __, show) => ({
    links: definition.links.map((link) => ({
      id: under(id, link.id),
      type: showType('Link', show.prefix),
      source: under(id, link.source),
      target: under(id, link.target),
    })),
  }),
} as const satisfies WireType;

const userInput = {
  ...closed,
  body: {
    variables: optional(
      listUpTo(mostParts, z.union([z.string(), variableBody.transform(({ id }) => id ?? '')])),
    ).describe('UserInputTask'),
  },
  answer: {
    variables: list(z.union([z.string(), variableAnswer]))
      .optional()
      .describe('UserInputTask: ids of variables'),
  },
  show: ({ definition }, _, __, { releaseId }) => ({
    variables: definition.inputs.map((input) => under(releaseId, input)),
  }),
} as const satisfies WireType;

const createRelease = {
  ...closed,
  body: creationBody,
  answer: creationAnswer,
  show: ({ definition: { creation } }, _, id, __, show) => (creation === null ? {} : showCreation(creation, id, show)),
} as const satisfies WireType;

const wireTypes: Readonly<Record<TaskTypeName, WireType>> = {
  Task: manual,
  GateTask: gate,
  ParallelGroup: parallelGroup,
  SequentialGroup: closed,
  UserInputTask: userInput,
  CreateReleaseTask: createRelease,
  ScriptTask: open,
  GroovyScriptTask: open,
  ExternalScriptTask: open,
  CustomScriptTask: pluginScript,
  NotificationTask: open,
  DeployitTask: open,
  'events.WaitForJsonEvent': open,
};
const byName: ReadonlyMap<string, WireType> = new Map(Object.entries(wireTypes));

/** How tasks of this type, which may be a plugin's, are written and read. */
export const wireTypeOf = (type: string): WireType => byName.get(type) ?? open;

/** Which fields of a body or an answer belong to one type only, by the name of that. */
export const ownFieldNames: ReadonlyMap<string, readonly string[]> = new Map(
  [...byName].map(([name, { body }]) => [name, Object.keys(body)] as const).filter(([, names]) => names.length > 0),
);

/** The schemas of what belongs to one type only, in requests and in answers. */
export const ownBody = {
  ...manual.body,
  ...gate.body,
  ...parallelGroup.body,
  ...userInput.body,
  ...createRelease.body,
};
export const ownAnswer = {
  ...manual.answer,
  ...gate.answer,
  ...parallelGroup.answer,
  ...userInput.answer,
  ...createRelease.answer,
};
type OwnBody = z.output<z.ZodObject<typeof ownBody>>;

/** The members of some types only, without those of a created release. Throws NotFound for invalid ids. */
export const ownFieldsIn = (body: OwnBody): Partial<OwnFields> => ({
  ...partsIn(body),
  approvalRequirements: requirementsIn(body),
});

const partsIn = ({ conditions, dependencies, links, variables }: OwnBody): Partial<OwnFields> => ({
  conditions: conditions?.map(({ id, title }) => ({ id: chosenId('GateCondition', id) ?? '', title: title ?? '' })),
  dependencies: dependencies?.map((each) => ({
    id: chosenId('Dependency', each.id) ?? '',
    target: targetOf(each.targetId ?? each.target ?? ''),
  })),
  links: links?.map(({ id, source, target }) => ({
    id: chosenId('Link', id) ?? '',
    source: lastSegment(source),
    target: lastSegment(target),
  })),
  inputs: variables && lastSegments('Variable', variables),
});
