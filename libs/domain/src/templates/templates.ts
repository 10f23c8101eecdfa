import { append } from '../decision/chain.ts';
import { contextFor, type DecisionContext, usernameIn } from '../decision/context.ts';
import type { Env } from '../decision/env.ts';
import type { Caller } from '../decision/inputs.ts';
import { logRelease } from '../decision/log.ts';
import { systemUser } from '../decision/outcome.ts';
import { beginOutcome, type OutcomeDraft } from '../decision/outcome-draft.ts';
import { isIdOf } from '../ids/ids.ts';
import { message, plainText } from '../messages/message.ts';
import { blankAuthorship } from '../model/approval.ts';
import type { TemplateDraft } from '../model/draft.ts';
import { Invalid } from '../model/errors.ts';
import type { Instant } from '../model/json.ts';
import { copyPassive } from '../model/passive.ts';
import { blankPhase } from '../model/phase.ts';
import { bareKey } from '../model/placeholders.ts';
import { mapPlan } from '../model/plan.ts';
import { blankRelease, blankReleasePassive, type Release } from '../model/release.ts';
import { passwordMask, type Variable, type VariableValue } from '../model/variable.ts';
import { noRunAs, requireRunAs } from '../people/run-as.ts';
import { buildPhase, buildPhaseCopy, type NewIds, pick, requireTitle, retarget } from '../plans/build.ts';
import { textAuthorOf } from '../plans/script-authors.ts';
import { validatePlan } from '../plans/validate.ts';
import { variablesFrom } from '../variables/edit-variables.ts';
import { requireTextLimit } from '../variables/value-text-limits.ts';
import { missingAtStart, valueFor } from '../variables/values.ts';
import { importedComments } from './imported-comments.ts';
import { requireOfferedValues } from './require-offered-values.ts';

/** The request of `create` (rest-api.md, section Create release from template). */
export interface CreateReleaseRequest {
  /** the id that a script gave the release, by which its next actions name it; without one a new id */
  readonly id?: string | null;
  readonly releaseTitle: string;
  /** null: the template's folder */
  readonly folderId: string | null;
  /** by variable key; passwords sealed */
  readonly variables: Readonly<Record<string, VariableValue>>;
  readonly scheduledStartDate: Instant | null;
  readonly autoStart: boolean;
  readonly startedFromTaskId: string | null;
  readonly releaseOwner: string | null;
  /** whether it starts in the moment in which it is made, whatever its dates */
  readonly startsNow?: boolean;
  /** A trigger creates the release. */
  readonly triggered?: {
    /** of the trigger */
    readonly title: string;
    /** come on top of the template's */
    readonly tags: readonly string[];
    /** Keys of variables with values of an event: placeholders in them are literal. */
    readonly literal: readonly string[];
    /** The user who last saved or enabled it; absent or null: unknown. */
    readonly author?: string | null;
  };
}

/** The maximum number of automatic resumes by the failure handler RESTART_PHASE. */
const maxAutomatedResumes = 10;

/** The id that was chosen, where it is well formed; else a new one. */
const chosenReleaseId = (id: string | null | undefined, env: Env): string =>
  typeof id === 'string' && isIdOf('Release', id) ? id : env.newId('Release');

/** A signed 64-bit number as text, from the digits of a new id (rest-operations.md, newer objects). */
const linkToken = (env: Env): string =>
  BigInt.asIntN(
    64,
    BigInt(
      `0x${
        env
          .newId('Link')
          .replace(/[^0-9a-f]/g, '')
          .slice(-16) || '0'
      }`,
    ),
  ).toString();

const blankState = {
  startDate: null,
  endDate: null,
  overdueNotified: false,
  automatedResumeCount: 0,
  maxAutomatedResumes,
  abortComment: null,
  originTemplateId: null,
  createdFromTrigger: false,
  startedFromTaskId: null,
  depth: 0,
  authorship: blankAuthorship,
  archived: false,
  riskScore: 0,
  totalRiskScore: 0,
  riskFindings: [],
  riskFollows: null,
  realFlagStatus: 'OK',
} as const;

/**
 * A new template with a default phase unless it brings phases of its own (rest-api.md, section
 * Create template). Throws Invalid, Forbidden.
 */
export function templateFrom(draft: TemplateDraft, folderId: string, caller: Caller, env: Env): OutcomeDraft {
  const fields = { ...blankRelease, ...pick(blankRelease, draft) };
  requireTitle('template', fields.title);
  const { scriptUsername: scriptUser } = fields;
  const { scriptAuthor } = caller;
  const scriptTokenId = requireRunAs({
    username: scriptUser,
    before: noRunAs,
    caller,
    scriptAuthor,
    proof: draft.proof,
  });
  const context = contextFor(env, caller);
  const author = textAuthorOf(context);
  const phases = draft.phases && draft.phases.length > 0 ? draft.phases : [blankPhase];
  const release = validatePlan({
    ...blankState,
    ...fields,
    id: chosenReleaseId(draft.id, env),
    folderId,
    status: 'TEMPLATE',
    owner: fields.owner ?? caller.username,
    authorship: { ...blankAuthorship, createdBy: caller.username },
    calendarLinkToken: null,
    scriptTokenId,
    scriptUserSetBy: scriptUser === null ? null : author,
    variables: variablesFrom(draft.variables ?? [], env),
    passive: { kind: 'new', value: { ...blankReleasePassive, ...pick(blankReleasePassive, draft) } },
    phases: phases.map((phase) => buildPhase(phase, env, author)),
  });
  const outcome = beginOutcome(release, context);
  const comments = append(outcome.comments, importedComments(draft, release, env));
  return logRelease({ ...outcome, comments }, 'RELEASE_CREATED', 'activity.releaseCreated');
}

/**
 * A planned release: a deep copy of a template with the values that were given (states.md, Release). It
 * belongs to the caller unless the order names an owner. Throws Invalid.
 */
export function releaseFromTemplate(
  template: Release,
  request: CreateReleaseRequest,
  context: DecisionContext,
): OutcomeDraft {
  requireTitle('release', request.releaseTitle);
  const { env } = context;
  const id = chosenReleaseId(request.id, env);
  const newIds: NewIds = new Map([[template.id, id]]);
  const variables = template.variables.map((variable) => copyVariable(variable, request, newIds, env));
  const missing = missingAtStart(variables);
  if (missing.length > 0) throw new Invalid(message('release.valuesRequired', { variables: missing.map(plainText) }));
  requireTextLimit(variables);
  const folderId = request.folderId ?? template.folderId;
  const release: Release = {
    ...copyPlan(template, { id, variables }, newIds, env),
    folderId,
    status: 'PLANNED',
    title: request.releaseTitle,
    owner: request.releaseOwner ?? usernameIn(context),
    authorship: authorshipFor(request, usernameIn(context)),
    scheduledStartDate: request.scheduledStartDate ?? template.scheduledStartDate,
    autoStart: request.autoStart,
    tags: request.triggered ? [...new Set([...template.tags, ...request.triggered.tags])] : template.tags,
    createdFromTrigger: request.triggered !== undefined,
    originTemplateId: template.id,
    startedFromTaskId: request.startedFromTaskId,
    calendarLinkToken: linkToken(env),
  };
  requireOfferedValues(release, template, request, context);
  const isChild = request.startedFromTaskId !== null;
  const type = isChild ? 'RELEASE_CREATED_FROM_CREATE_RELEASE_TASK' : 'RELEASE_CREATED_FROM_TEMPLATE';
  return logRelease(beginOutcome(release, context), type, 'activity.releaseCreated');
}

/** The author of a trigger is the author of its releases. A user who fires it manually starts them. */
function authorshipFor({ triggered }: CreateReleaseRequest, username: string): Release['authorship'] {
  if (triggered === undefined) return { ...blankAuthorship, createdBy: username };
  const startedBy = username === systemUser ? null : username;
  return { ...blankAuthorship, createdBy: triggered.author ?? username, startedBy };
}

/** All of a template under new ids, untouched; `newIds` has those of its variables already. */
export function copyPlan(template: Release, own: Pick<Release, 'id' | 'variables'>, newIds: NewIds, env: Env): Release {
  const copy: Release = {
    ...template,
    ...blankState,
    ...own,
    passive: copyPassive(template.id, template.passive, false),
    phases: template.phases.map((phase) => buildPhaseCopy(phase, env, newIds, false)),
  };
  return mapPlan(copy, (task) => retarget(withNewInputIds(task, newIds), newIds));
}

/** A variable under a new id, which is added to `newIds`. */
export function withNewId(variable: Variable, newIds: NewIds, env: Env): Variable {
  const id = env.newId('Variable');
  newIds.set(variable.id, id);
  return { ...variable, id };
}

/**
 * The release that a template would become, as if its own phases, tasks and variables were planned:
 * for a preview, which needs no new ids and allows for missing values. Throws Invalid.
 */
export const prospectiveRelease = (template: Release, request: CreateReleaseRequest): Release => ({
  ...template,
  status: 'PLANNED',
  title: request.releaseTitle,
  scheduledStartDate: request.scheduledStartDate ?? template.scheduledStartDate,
  variables: template.variables.map((variable) => withValue(variable, request)),
});

const copyVariable = (variable: Variable, request: CreateReleaseRequest, newIds: NewIds, env: Env): Variable =>
  withNewId(withValue(variable, request), newIds, env);

/** A variable with the value of the request, if any. An empty text counts only for types that can hold a text. */
function withValue(variable: Variable, request: CreateReleaseRequest): Variable {
  const requestedValue = Object.entries(request.variables).findLast(([key]) => bareKey(key) === variable.key)?.[1];
  if (requestedValue === undefined || requestedValue === passwordMask) return variable;
  const value = valueFor(variable.key, variable.type, requestedValue);
  if (value === null) return variable;
  const preventInterpolation =
    variable.preventInterpolation || request.triggered?.literal.includes(variable.key) === true;
  return { ...variable, preventInterpolation, value };
}

function withNewInputIds<T extends { readonly definition: { readonly inputs: readonly string[] } }>(
  task: T,
  newIds: NewIds,
): T {
  const { inputs } = task.definition;
  if (inputs.length === 0) return task;
  return { ...task, definition: { ...task.definition, inputs: inputs.map((id) => newIds.get(id) ?? id) } };
}
