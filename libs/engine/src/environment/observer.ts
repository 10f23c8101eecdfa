import type { Command, Fact } from '@slipway/domain/commands';
import type { RunOutcome } from '@slipway/domain/triggers';

/** The type of the command or fact of an input. */
export type InputKind = Command['type'] | Fact['type'];

export type WakeSource = 'queue' | 'sweep';

/** Observes the engine. The functions must not throw, and must return quickly, because requests wait for them. */
export interface Observer {
  /** An input was decided on, and any change was saved. */
  dispatched(kind: InputKind, ms: number): void;
  /** An input was refused or failed. */
  refused(error: unknown): void;
  woken(source: WakeSource, lateMs: number): void;
  /** A trigger fired automatically, with its delay in milliseconds; null for an event. */
  fired(outcome: RunOutcome, lateMs: number | null): void;
  /** This number of messages could not be sent to the queue. */
  lost(count: number): void;
}

export const noObserver: Observer = {
  dispatched: () => {},
  refused: () => {},
  woken: () => {},
  fired: () => {},
  lost: () => {},
};

export const toInputKind = (
  input: { readonly kind: 'command'; readonly command: Command } | { readonly kind: 'fact'; readonly fact: Fact },
): InputKind => (input.kind === 'command' ? input.command.type : input.fact.type);
