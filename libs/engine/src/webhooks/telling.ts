import type { Input, ScriptLanguage } from '@slipway/domain';
import type { Reporting } from './delivery-progress.ts';
import type { AskFilter } from './filter-events.ts';
import type { AskSource } from './transform-event.ts';

/** Who runs the scripts that decide what triggers hear. */
export interface AskScripts {
  readonly source: AskSource;
  readonly filter: AskFilter;
  readonly languageOf: (script: string) => ScriptLanguage;
}

/** What telling triggers and tasks of deliveries takes. */
export interface Telling extends Reporting {
  readonly ask: AskScripts;
  /** one input to one live release */
  readonly dispatch: (releaseId: string, input: Input) => Promise<unknown>;
}
