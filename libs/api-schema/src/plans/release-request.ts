import { message } from '@slipway/domain/messages';
import {
  bareKey,
  maxPhases,
  maxTasks,
  maxVariables,
  type ReleasePatch,
  releaseKinds,
  type TemplateDraft,
  type VariableValue,
} from '@slipway/domain/model';
import { z } from 'zod';
import { toClientJson } from '../format/changes.ts';
import { expects } from '../format/expects.ts';
import {
  date,
  flag,
  json,
  jsonList,
  listUpTo,
  mapping,
  mapUpTo,
  nameList,
  oneOf,
  optional,
  wholeNumber,
} from '../format/scalars.ts';
import { defaultPrefix, prefixOf } from '../format/type-name.ts';
import { teamList } from '../people/team.ts';
import { ownExtensions } from '../risk/assessment.ts';
import { chosenId, variableBody, variableDraft, variableValue } from '../variables/variable-request.ts';
import { phaseBody, phaseDrafts } from './phase.ts';
import type { ParseOptions } from './task-request.ts';
import { planItemBody } from './views.ts';

/** A release or template in a request. Phases and variables are only used for a new one. */
export const releaseBody = z
  .object({
    ...planItemBody,
    type: optional(z.string()).describe('its prefix is that of our types in this body'),
    tags: optional(nameList),
    autoStart: optional(flag),
    abortOnFailure: optional(flag),
    archiveRelease: optional(flag),
    allowPasswordsInAllFields: optional(flag),
    disableNotifications: optional(flag),
    allowConcurrentReleasesFromTrigger: optional(flag),
    calendarPublished: optional(flag),
    tutorial: optional(flag),
    maxConcurrentReleases: optional(wholeNumber(0)),
    scriptUsername: z.string().nullish(),
    scriptUserPassword: z.string().nullish(),
    riskProfile: optional(z.string()),
    variableMapping: mapping,
    memberViewers: optional(nameList),
    roleViewers: optional(nameList),
    extensions: optional(jsonList),
    kind: optional(oneOf(releaseKinds)),
    categories: optional(nameList),
    author: z.string().nullish(),
    logo: json.optional(),
    defaultTargetFolderId: z.string().nullish(),
    allowTargetFolderOverride: optional(flag),
    phases: optional(listUpTo(maxPhases, phaseBody)),
    variables: optional(listUpTo(maxVariables, variableBody)),
  })
  .meta({ id: 'ReleaseRequest' });

export type ReleaseBody = z.output<typeof releaseBody>;

/** Returns the fields of a release or template in a request, with passwords in clear text. */
export function releasePatch({ id: _, type, phases: __, variables: ___, ...fields }: ReleaseBody): ReleasePatch {
  const { extensions } = fields;
  return extensions === undefined
    ? fields
    : { ...fields, extensions: ownExtensions(extensions, prefixOf(type, defaultPrefix)) };
}

/**
 * Returns the fields of a rendered release in the form of a request. Its phases are not parsed: 2,000 tasks take 50 ms
 * and more, and a patch contains none.
 */
export const renderedReleasePatch = (answer: object): ReleasePatch =>
  releasePatch(
    releaseBody.parse(toClientJson({ ...answer, phases: undefined, variables: undefined, teams: undefined })),
  );

/** Returns a new template with its phases and variables, with passwords in clear text. Throws Invalid. */
export function templateDraft({ teams: _, ...body }: TemplateBody, reading: ParseOptions): TemplateDraft {
  const prefix = prefixOf(body.type, reading.prefix);
  return {
    ...releasePatch(body),
    id: chosenId('Release', body.id),
    phases: phaseDrafts(body.phases ?? [], { ...reading, prefix }),
    variables: (body.variables ?? []).map((variable) => variableDraft(variable, prefix)),
  };
}

const values = optional(mapUpTo(maxVariables, variableValue));

/** Values for the release that a task of a new release creates. */
const childVariablesBody = z
  .object({
    taskId: z.string(expects(message('expected.text'))).describe('a create-release task of the template'),
    variables: mapUpTo(maxVariables, variableValue).describe('by key, as for the release itself'),
  })
  .meta({ id: 'ChildVariables' });

/** The body of `create` (rest-api.md, section Create release from template). */
export const createBody = z
  .object({
    releaseTitle: z.string(expects(message('expected.text'))),
    folderId: optional(z.string()),
    variables: values,
    releaseVariables: values.describe('deprecated: use variables'),
    releasePasswordVariables: values.describe('deprecated: use variables'),
    scheduledStartDate: date.nullish(),
    autoStart: optional(flag),
    startedFromTaskId: optional(z.string()),
    releaseOwner: optional(z.string()),
    ...releaseBody.pick({ description: true, tags: true, dueDate: true }).shape,
    childVariables: optional(listUpTo(maxTasks, childVariablesBody)).describe(
      'values for the releases that tasks create; a preview ignores them',
    ),
  })
  .meta({ id: 'CreateRelease' });

export type CreateBody = z.output<typeof createBody>;

/** Merges the three maps of values in a `create` request, by keys without `${}`. `variables` takes precedence. */
export function mergedValues(body: CreateBody): Readonly<Record<string, VariableValue>> {
  const maps = [body.releaseVariables, body.releasePasswordVariables, body.variables];
  return Object.fromEntries(
    maps.flatMap((map) => Object.entries(map ?? {}).map(([key, value]) => [bareKey(key), value])),
  );
}

/** A new template in a request. */
export const templateBody = releaseBody
  .extend({
    title: z.string(expects(message('expected.text'))),
    teams: optional(teamList).describe('of a template at the top: people that there are not are left out'),
  })
  .meta({ id: 'TemplateRequest' });
export type TemplateBody = z.output<typeof templateBody>;
