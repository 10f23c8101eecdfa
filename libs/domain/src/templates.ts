import type { Instant } from './model/json.ts';
import type { VariableValue } from './model/variable.ts';

/** What a client asks of `create` (rest-api.md, section Create release from template). */
export interface CreateOrder {
  readonly releaseTitle: string;
  /** null: the template's folder */
  readonly folderId: string | null;
  /** by variable key; passwords sealed */
  readonly variables: Readonly<Record<string, VariableValue>>;
  readonly scheduledStartDate: Instant | null;
  readonly autoStart: boolean;
  readonly startedFromTaskId: string | null;
  readonly releaseOwner: string | null;
}
