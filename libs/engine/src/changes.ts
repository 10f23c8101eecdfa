import { Semaphore } from '@slipway/concurrency';
import type { TemplateDraft } from '@slipway/domain/model';
import type { TeamJson } from '@slipway/domain/people';
import type { CopyTemplateRequest, CreateReleaseRequest } from '@slipway/domain/templates';
import type { Database } from '@slipway/persistence/database';
import type { TriggerRun } from '@slipway/persistence/triggers';
import { inTrace } from '@slipway/tracing';
import { dispatchInput } from './commands/dispatch.ts';
import type { DispatchInput } from './commands/dispatch-input.ts';
import type { DispatchResult } from './commands/dispatch-result.ts';
import { lastTrace } from './commands/last-trace.ts';
import { changeWithKey, createPendingPreconditions, type Preconditions } from './commands/preconditions.ts';
import type { EngineContext } from './decision/engine-context.ts';
import { type Observer, toInputKind } from './environment/observer.ts';
import { createReleaseFromTemplate } from './flow/create-release.ts';
import type { Notifier } from './flow/notify-waiters.ts';
import { type Person, unrestrictedCaller } from './people/person.ts';
import {
  createTemplateCopy,
  createTemplateFromDraft,
  createTemplatesFromDrafts,
  type NewTemplate,
} from './plans/create-templates.ts';
import { deleteRelease } from './plans/delete-release.ts';
import { fireManually } from './triggers/fire-manually.ts';

/** Queues work for each release: inputs run one at a time, in order of arrival. */
export const createKeyLocks = (): Semaphore => new Semaphore({ max: Infinity, maxPerKey: 1 });

/** The changes of the engine, under the preconditions of one request. */
export interface Changes {
  /**
   * Applies one input to a live release or template. `shows` is the id of the task or release that the caller needs
   * afterwards. The save usually returns it. Throws the refusals of the domain, NotFound, Overloaded.
   */
  dispatch(releaseId: string, input: DispatchInput, shows?: string | null): Promise<DispatchResult>;
  /**
   * Creates a template. The teams in its JSON apply only at the top level. Throws Invalid, Conflict, NotFound (the
   * folder does not exist).
   */
  createTemplate(
    draft: TemplateDraft,
    folderId: string,
    caller: Person,
    draftTeams?: readonly TeamJson[],
  ): Promise<DispatchResult>;
  /**
   * Creates all templates or none, with as many statements as for one. References between them are updated. Throws
   * Invalid, Conflict, NotFound (a folder does not exist).
   */
  createTemplates(templates: readonly NewTemplate[], caller: Person): Promise<readonly DispatchResult[]>;
  /** Creates a copy of a template. Throws Invalid, NotFound. */
  copyTemplate(templateId: string, order: CopyTemplateRequest, caller: Person): Promise<DispatchResult>;
  /** Creates a release from a template. Throws Invalid, Forbidden, NotFound (the template or folder does not exist). */
  createRelease(templateId: string, order: CreateReleaseRequest, caller: Person): Promise<DispatchResult>;
  /** Deletes a release or template. Throws NotFound, and Conflict if it is active. */
  deleteRelease(releaseId: string, caller: Person): Promise<void>;
  /**
   * Changes an object that is not a release, such as a folder, in one transaction with the idempotency key, if any.
   * Throws the errors of the work, and DuplicateRequest.
   */
  change<T>(work: (database: Database) => Promise<T>): Promise<T>;
  /**
   * Fires a trigger manually. The caller must have checked the permission to edit the trigger. Throws NotFound, and
   * Conflict if no release was created; the run history has the reason.
   */
  runTrigger(triggerId: string, caller: Person): Promise<TriggerRun>;
}

export interface ChangeOptions {
  readonly context: EngineContext;
  /** runs the inputs to one release one at a time */
  readonly queue: Semaphore;
  readonly notifier: Notifier;
  /** handles the consequences of a commit */
  readonly onCommitted: (result: DispatchResult) => void;
  readonly observer: Observer;
}

/** Creates several templates in a separate trace. */
function traceTemplates<T>(count: number, work: () => Promise<T>): Promise<T> {
  const fields = { 'slipway.input': 'createTemplates', 'slipway.templates': count };
  return inTrace({ name: 'dispatch createTemplates', fields }, work);
}

/** Returns the changes for one request, which share its preconditions. */
export function createChanges(options: ChangeOptions, preconditions: Preconditions): Changes {
  const { context, queue, notifier, onCommitted } = options;
  const pendingPreconditions = createPendingPreconditions(preconditions);
  const recordCommit = (result: DispatchResult): DispatchResult => {
    if (result.outcome !== null) pendingPreconditions.saved(result.release.id, result.version);
    onCommitted(result);
    return result;
  };
  return {
    dispatch: async (id, input, shows = null) => {
      const work = () => {
        const { expected, key } = pendingPreconditions;
        return dispatchInput(context, { id, input, shows, expected: expected(id), key: key() });
      };
      return recordCommit(await traceDispatch(options, id, input, () => queue.run(work, id)));
    },
    createTemplate: async (draft, folderId, caller, draftTeams = []) =>
      recordCommit(
        await traceCreation('createTemplate', () =>
          createTemplateFromDraft(context, { draft, folderId, draftTeams }, caller, pendingPreconditions),
        ),
      ),
    createTemplates: async (templates, caller) => {
      const results = await traceTemplates(templates.length, () =>
        createTemplatesFromDrafts(context, templates, caller, pendingPreconditions.key()),
      );
      return results.map(recordCommit);
    },
    copyTemplate: async (templateId, order, caller) =>
      recordCommit(
        await traceCreation('copyTemplate', () =>
          createTemplateCopy(context, templateId, order, caller, pendingPreconditions),
        ),
      ),
    createRelease: async (templateId, order, caller) =>
      recordCommit(
        await traceCreation('createRelease', () =>
          createReleaseFromTemplate(context, templateId, order, caller, pendingPreconditions),
        ),
      ),
    runTrigger: async (id, caller) => {
      const author = unrestrictedCaller(caller.username);
      const { run, created } = await fireManually(context, id, author, pendingPreconditions.key());
      recordCommit(created);
      return run;
    },
    deleteRelease: async (id, caller) => {
      const waiters = await queue.run(() => deleteRelease(context, id, caller, pendingPreconditions), id);
      pendingPreconditions.keyStored();
      notifier.notify(waiters, { type: 'targetsChanged' });
    },
    change: async (work) => {
      const result = await changeWithKey(context.database, pendingPreconditions.key(), work);
      pendingPreconditions.keyStored();
      return result;
    },
  };
}

/**
 * Dispatches one input in a separate trace. Reports the duration, including the wait for other inputs to the same
 * release.
 */
async function traceDispatch(
  { context, observer }: ChangeOptions,
  id: string,
  input: DispatchInput,
  work: () => Promise<DispatchResult>,
): Promise<DispatchResult> {
  const kind = toInputKind(input);
  const fields = { 'slipway.release.id': id, 'slipway.input': kind };
  return await inTrace({ name: `dispatch ${kind}`, fields, causes: [await lastTrace(context, id)] }, async (span) => {
    const startedAt = performance.now();
    try {
      const result = await work();
      observer.dispatched(kind, performance.now() - startedAt);
      span.setFields({ 'slipway.release.version': result.version, 'slipway.changed': result.outcome !== null });
      return result;
    } catch (error) {
      observer.refused(error);
      throw error;
    }
  });
}

/** Creates a template or release in a separate trace. */
async function traceCreation(kind: string, work: () => Promise<DispatchResult>): Promise<DispatchResult> {
  return await inTrace({ name: `dispatch ${kind}`, fields: { 'slipway.input': kind } }, async (span) => {
    const result = await work();
    span.setFields({ 'slipway.release.id': result.release.id });
    return result;
  });
}
