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
import type { ReleasePatch, TemplateDraft } from '../model/draft.ts';
import { Invalid } from '../model/errors.ts';
import type { Instant } from '../model/json.ts';
import { copyPassive, mergeChanges } from '../model/passive.ts';
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
import { type ChildVariables, withChildVariables } from './child-variables.ts';
import { importedComments } from './imported-comments.ts';
import { requireOfferedValues } from './require-offered-values.ts';

/** The request body of `create` (rest-api.md, section Create release from template). */
export interface CreateReleaseRequest {
  /** An id from a script, which refers to the release in later actions. Without one, an id is generated. */
  readonly id?: string | null;
  readonly releaseTitle: string;
  /** Null: the folder of the template. */
  readonly folderId: string | null;
  /** By variable key. Passwords are encrypted. */
  readonly variables: Readonly<Record<string, VariableValue>>;
  readonly scheduledStartDate: Instant | null;
  readonly autoStart: boolean;
  readonly startedFromTaskId: string | null;
  readonly releaseOwner: string | null;
  /** Replace the values of the template if they are set (an extension). */
  readonly own?: Pick<ReleasePatch, 'description' | 'tags' | 'dueDate'>;
  /** Values for the releases that tasks of the new release create (an extension). */
  readonly childVariables?: readonly ChildVariables[];
  /** Whether the release starts immediately when it is created, regardless of its dates. */
  readonly startsNow?: boolean;
  /** Set if a trigger creates the release. */
  readonly triggered?: {
    /** The title of the trigger. */
    readonly title: string;
    /** Added to the tags of the template. */
    readonly tags: readonly string[];
    /** The keys of variables with values from an event. Placeholders in these values are not replaced. */
    readonly literal: readonly string[];
    /** The user who last saved or enabled the trigger; absent or null if unknown. */
    readonly author?: string | null;
  };
}

/** The maximum number of automatic resumes by the failure handler RESTART_PHASE. */
const maxAutomatedResumes = 10;

/** Returns the chosen id if it is well-formed, otherwise a new one. */
const chosenReleaseId = (id: string | null | undefined, env: Env): string =>
  typeof id === 'string' && isIdOf('Release', id) ? id : env.newId('Release');

/** Returns a random signed 64-bit integer as text, from the digits of a new id (rest-operations.md, newer objects). */
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
  hasFailed: false,
  pauses: [],
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
 * Returns a new template. A draft without phases gets a default phase (rest-api.md, section Create template). Throws
 * Invalid, Forbidden.
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
  return logRelease({ ...outcome, comments }, 'RELEASE_CREATED', 'activity.templateCreated');
}

/**
 * Returns a planned release: a deep copy of a template with the values of the request (states.md, Release). The caller
 * is the owner unless the request sets another one. Throws Invalid.
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
  const source = withChildVariables(template, request.childVariables ?? [], context);
  const copy = copyPlan(source, { id, variables }, newIds, env);
  const { description, tags = template.tags, dueDate = template.dueDate } = request.own ?? {};
  const release: Release = {
    ...copy,
    passive: description === undefined ? copy.passive : mergeChanges(copy.passive, { description }),
    folderId,
    status: 'PLANNED',
    title: request.releaseTitle,
    owner: request.releaseOwner ?? usernameIn(context),
    authorship: authorshipFor(request, usernameIn(context)),
    scheduledStartDate: request.scheduledStartDate ?? template.scheduledStartDate,
    autoStart: request.autoStart,
    dueDate,
    tags: request.triggered ? [...new Set([...tags, ...request.triggered.tags])] : tags,
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

/** The author of a trigger is the creator of its releases. A user who fires it manually is their starter. */
function authorshipFor({ triggered }: CreateReleaseRequest, username: string): Release['authorship'] {
  if (triggered === undefined) return { ...blankAuthorship, createdBy: username };
  const startedBy = username === systemUser ? null : username;
  return { ...blankAuthorship, createdBy: triggered.author ?? username, startedBy };
}

/** Copies the plan of a template with new ids. `newIds` must contain the new ids of the variables. */
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

/** Returns the variable with a new id, which is added to `newIds`. */
export function withNewId(variable: Variable, newIds: NewIds, env: Env): Variable {
  const id = env.newId('Variable');
  newIds.set(variable.id, id);
  return { ...variable, id };
}

/**
 * Returns the release that a request would create, for a preview. It keeps the ids of the template and may have missing
 * values. Throws Invalid.
 */
export const prospectiveRelease = (template: Release, request: CreateReleaseRequest): Release => ({
  ...template,
  status: 'PLANNED',
  title: request.releaseTitle,
  scheduledStartDate: request.scheduledStartDate ?? template.scheduledStartDate,
  dueDate: request.own?.dueDate ?? template.dueDate,
  variables: template.variables.map((variable) => withValue(variable, request)),
});

const copyVariable = (variable: Variable, request: CreateReleaseRequest, newIds: NewIds, env: Env): Variable =>
  withNewId(withValue(variable, request), newIds, env);

/** Returns the variable with the value of the request, if any. Empty texts are ignored except for text variables. */
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
