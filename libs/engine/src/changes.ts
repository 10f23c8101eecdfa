import type { CopyOrder, CreateOrder, TeamInJson, TemplateDraft } from '@slipway/domain';
import type { Database, TriggerRun } from '@slipway/persistence';
import { inTrace } from '@slipway/tracing';
import type { Ask } from './commands/ask.ts';
import { dispatchInput } from './commands/dispatch.ts';
import type { DispatchResult } from './commands/dispatch-result.ts';
import { lastTrace } from './commands/last-trace.ts';
import { changeWithKey, pendingTerms, type Terms } from './commands/request-terms.ts';
import type { KeyQueue } from './concurrency/key-queue.ts';
import type { EngineContext } from './decision/context.ts';
import { kindOfInput, type Observer } from './environment/observer.ts';
import { makeRelease } from './flow/create-release.ts';
import type { Notifier } from './flow/notify-waiters.ts';
import { allowedThere } from './people/caller.ts';
import type { Person } from './people/person.ts';
import { makeTemplate, makeTemplateLike } from './plans/create-template.ts';
import { makeTemplates, type NewTemplate } from './plans/create-templates.ts';
import { deleteRelease } from './plans/delete-release.ts';
import { fireByHand } from './triggers/fire-by-hand.ts';

/** The changes of the engine, under the preconditions of one request. */
export interface Changes {
  /**
   * Applies one input to a live release or template. `shows` is the task, or the release itself, that the caller needs
   * afterwards; the save usually returns it. Throws the refusals of the domain, NotFound, Overloaded.
   */
  dispatch(releaseId: string, input: Ask, shows?: string | null): Promise<DispatchResult>;
  /** Makes a template; the teams that it brings count at the top. Throws Invalid, Conflict, NotFound (no such folder). */
  createTemplate(
    draft: TemplateDraft,
    folderId: string,
    caller: Person,
    brought?: readonly TeamInJson[],
  ): Promise<DispatchResult>;
  /**
   * Creates all templates or none, with as many statements as for one. References between them are updated. Throws
   * Invalid, Conflict, NotFound (a folder does not exist).
   */
  createTemplates(templates: readonly NewTemplate[], caller: Person): Promise<readonly DispatchResult[]>;
  /** Makes a template like another one. Throws Invalid, NotFound. */
  copyTemplate(templateId: string, order: CopyOrder, caller: Person): Promise<DispatchResult>;
  /** Makes a release from a template. Throws Invalid, Forbidden, NotFound (no such template or folder). */
  createRelease(templateId: string, order: CreateOrder, caller: Person): Promise<DispatchResult>;
  /** Deletes a release or template. Throws Conflict while it is active, NotFound. */
  deleteRelease(releaseId: string, caller: Person): Promise<void>;
  /**
   * Changes something that is no release, such as a folder, in one transaction with the key of the terms, if any.
   * Throws what the work throws, and Repeated.
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
  /** inputs to one release are decided on one after the other */
  readonly queue: KeyQueue;
  readonly notifier: Notifier;
  /** does what follows from a commit */
  readonly onCommitted: (result: DispatchResult) => void;
  readonly observer: Observer;
}

/** The changes of one request, on these terms. */
export function changesUnder(options: ChangeOptions, terms: Terms): Changes {
  const { context, queue, notifier, onCommitted } = options;
  const pending = pendingTerms(terms);
  const committed = (result: DispatchResult): DispatchResult => {
    if (result.outcome !== null) pending.saved(result.release.id, result.version);
    onCommitted(result);
    return result;
  };
  return {
    dispatch: async (id, input, shows = null) => {
      const work = () =>
        dispatchInput(context, { id, input, shows, expected: pending.expected(id), key: pending.key() });
      return committed(await observedDispatch(options, id, input, () => queue.run(id, work)));
    },
    createTemplate: async (draft, folderId, caller, brought = []) =>
      committed(
        await making('createTemplate', () => makeTemplate(context, { draft, folderId, brought }, caller, pending)),
      ),
    createTemplates: async (templates, caller) => {
      const fields = { 'slipway.input': 'createTemplates', 'slipway.templates': templates.length };
      const results = await inTrace({ name: 'dispatch createTemplates', fields }, () =>
        makeTemplates(context, templates, caller, pending.key()),
      );
      return results.map(committed);
    },
    copyTemplate: async (templateId, order, caller) =>
      committed(await making('copyTemplate', () => makeTemplateLike(context, templateId, order, caller, pending))),
    createRelease: async (templateId, order, caller) =>
      committed(await making('createRelease', () => makeRelease(context, templateId, order, caller, pending))),
    runTrigger: async (id, caller) => {
      const { run, made } = await fireByHand(context, id, allowedThere(caller.username), pending.key());
      committed(made);
      return run;
    },
    deleteRelease: async (id, caller) => {
      const waiters = await queue.run(id, () => deleteRelease(context, id, caller, pending));
      pending.keyKept();
      notifier.notify(waiters, { type: 'targetsChanged' });
    },
    change: async (work) => {
      const result = await changeWithKey(context.database, pending.key(), work);
      pending.keyKept();
      return result;
    },
  };
}

/**
 * Runs one input as a trace of its own, and reports its duration, including the wait for other inputs to the same
 * release.
 */
async function observedDispatch(
  { context, observer }: ChangeOptions,
  id: string,
  input: Ask,
  work: () => Promise<DispatchResult>,
): Promise<DispatchResult> {
  const kind = kindOfInput(input);
  const fields = { 'slipway.release.id': id, 'slipway.input': kind };
  return await inTrace({ name: `dispatch ${kind}`, fields, causes: [await lastTrace(context, id)] }, async (span) => {
    const began = performance.now();
    try {
      const result = await work();
      observer.dispatched(kind, performance.now() - began);
      span.tell({ 'slipway.release.version': result.version, 'slipway.changed': result.outcome !== null });
      return result;
    } catch (error) {
      observer.refused(error);
      throw error;
    }
  });
}

/** Makes something new as a trace of its own. */
async function making(kind: string, work: () => Promise<DispatchResult>): Promise<DispatchResult> {
  return await inTrace({ name: `dispatch ${kind}`, fields: { 'slipway.input': kind } }, async (span) => {
    const result = await work();
    span.tell({ 'slipway.release.id': result.release.id });
    return result;
  });
}
