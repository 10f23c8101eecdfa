import type { Signal } from '@preact/signals';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { useEffect } from 'preact/hooks';
import { missingPermissionOn } from '../../../api/permissions.ts';
import { Lazy } from '../../../components/lazy.tsx';
import type { Topic } from '../../../live/subscriptions.ts';
import { restartPhase } from '../restart/restart-phase.ts';

/** The name of a dialog that the head of a release opens. */
export type OpenDialog = 'start' | 'abort' | 'restart' | 'flag' | 'dates' | 'notifications';

export interface DialogProps {
  readonly release: ReleaseResponse;
  readonly topics: readonly Topic[];
  readonly dialog: Signal<OpenDialog | null>;
  readonly sendAction: (action: string, status: ReleaseResponse['status'], body?: object) => Promise<void>;
  readonly update: (expected: Partial<ReleaseResponse>, body: object) => Promise<void>;
}

const loadStartDialog = async () => (await import('./dialogs.tsx')).StartDialog;
const loadAbortDialog = async () => (await import('./dialogs.tsx')).AbortDialog;
const loadFlagDialog = async () => (await import('./dialogs.tsx')).FlagDialog;
const loadDatesDialog = async () => (await import('./dialogs.tsx')).DatesDialog;
const loadFollowDialog = async () => (await import('../../notifications/follow/follow-dialog.tsx')).FollowDialog;
const loadRestartDialog = async () => (await import('../restart/restart-dialog.tsx')).RestartDialog;

/** The dialog that is open. It is loaded on demand. */
export function OpenedDialog({ release, topics, dialog, sendAction, update }: DialogProps) {
  const close = (): void => {
    dialog.value = null;
    restartPhase.value = null;
  };
  useEffect(() => close, []);
  switch (restartPhase.value === null ? dialog.value : 'restart') {
    case null:
      return null;
    case 'start':
      return (
        <Lazy load={loadStartDialog} props={{ release, close, start: () => sendAction('start', 'IN_PROGRESS') }} />
      );
    case 'abort':
      return (
        <Lazy
          load={loadAbortDialog}
          props={{
            ...{ title: release.title, close },
            abort: (abortComment: string) => sendAction('abort', 'ABORTED', { abortComment }),
          }}
        />
      );
    case 'restart':
      return (
        <Lazy
          load={loadRestartDialog}
          props={{
            ...{ release, topics, close, firstPhase: restartPhase.value },
            restart: (query) => sendAction(`restart?${query}`, release.status),
          }}
        />
      );
    case 'flag':
      return (
        <Lazy
          load={loadFlagDialog}
          props={{
            ...{ release, close },
            save: (flag) => update({ ...flag, flagComment: flag.flagComment ?? undefined }, flag),
          }}
        />
      );
    case 'notifications':
      return <Lazy load={loadFollowDialog} props={{ object: release, hasEvents: true, close }} />;
    case 'dates':
      return (
        <Lazy
          load={loadDatesDialog}
          props={{
            ...{ release, close, missingPermission: missingPermissionOn(release, 'updateRelease') },
            save: (dates) => update({}, dates),
          }}
        />
      );
  }
}
