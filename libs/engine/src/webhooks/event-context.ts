import type { ScriptLanguage } from '@slipway/domain/scripts';
import type { DispatchInput } from '../commands/dispatch-input.ts';
import type { EngineContext } from '../decision/engine-context.ts';
import type { Firing } from '../triggers/firing.ts';
import type { RunFilter } from './filter-event.ts';
import type { RunSource } from './read-event.ts';

/** The scripts of event sources and filters, as another process runs them. */
export interface EventScripts {
  readonly source: RunSource;
  readonly filter: RunFilter;
  readonly languageOf: (script: string) => ScriptLanguage;
}

export interface EventContext {
  readonly context: EngineContext;
  readonly scripts: EventScripts;
  /** one input to one live release */
  readonly dispatch: (releaseId: string, input: DispatchInput) => Promise<unknown>;
  readonly onFired: (firing: Firing) => void;
  /** gets unexpected errors, with the id of the trigger or task: the received event is processed again */
  readonly report: (error: unknown, id: string) => void;
}
