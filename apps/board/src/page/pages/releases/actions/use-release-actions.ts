import { type Signal, useSignal } from '@preact/signals';
import type { ListedRelease } from '@slipway/api-schema/search';
import { useMemo } from 'preact/hooks';
import { messageOf } from '../../../api/errors.ts';
import type { DisplayMessage } from '../../../api/language.ts';
import type { Selection } from '../../../components/selection.tsx';
import { showToast } from '../../../components/toast.tsx';
import { t } from '../../../navigation/text.ts';
import {
  type ActionInput,
  availabilityOf,
  countText,
  noInput,
  type ReleaseAction,
  runAction,
} from './release-actions.ts';

/** An action that waits for its input. */
export interface PendingAction {
  readonly action: ReleaseAction;
  readonly releases: readonly ListedRelease[];
}

/** The selected releases, and the actions on them. */
export interface ReleaseActions {
  readonly selection: Selection;
  /** The action whose dialog is open; null for none. */
  readonly pending: Signal<PendingAction | null>;
  readonly isBusy: Signal<boolean>;
  /** The number of releases for which the latest action failed. */
  readonly failureCount: Signal<number>;
  /** Runs an action on the releases to which it applies, or opens its dialog. */
  readonly begin: (action: ReleaseAction, releases: readonly ListedRelease[]) => void;
  readonly run: (pending: PendingAction, input: ActionInput) => Promise<void>;
  readonly clear: () => void;
}

/** Returns the selection of a list and the actions on it. `refresh` loads the list after an action. */
export function useReleaseActions(refresh: () => Promise<void>): ReleaseActions {
  const selectedIds = useSignal<ReadonlySet<string>>(new Set());
  const refusals = useSignal<ReadonlyMap<string, DisplayMessage>>(new Map());
  const pending = useSignal<PendingAction | null>(null);
  const isBusy = useSignal(false);
  const failureCount = useSignal(0);
  const selection = useMemo((): Selection => ({ selectedIds, refusals }), []);
  const run = async ({ action, releases }: PendingAction, input: ActionInput): Promise<void> => {
    if (isBusy.peek()) return;
    pending.value = null;
    isBusy.value = true;
    refusals.value = new Map();
    failureCount.value = 0;
    const errors = await runAction(action, releases, input);
    await refresh();
    isBusy.value = false;
    refusals.value = new Map([...errors].map(([id, error]) => [id, messageOf(error)]));
    failureCount.value = errors.size;
    // The user may have changed the selection during the requests, so only the completed releases are removed from it.
    const doneIds = new Set(releases.map(({ id }) => id).filter((id) => !errors.has(id)));
    selectedIds.value = new Set([...selectedIds.peek()].filter((id) => !doneIds.has(id)));
    const failureText = errors.size === 0 ? '' : t`, ${errors.size} failed`;
    showToast(`${countText(doneIds.size)} ${action.result}${failureText}`);
  };
  const begin = (action: ReleaseAction, releases: readonly ListedRelease[]): void => {
    const next = { action, releases: availabilityOf(action, releases).releases };
    if (next.releases.length === 0) return;
    if (action.hasDialog) pending.value = next;
    else void run(next, noInput);
  };
  const clear = (): void => {
    selectedIds.value = new Set();
    failureCount.value = 0;
  };
  return { selection, pending, isBusy, failureCount, begin, run, clear };
}
