import { type Signal, useSignal } from '@preact/signals';
import type { ReceiverTestResponse } from '@slipway/api-schema/notifications';
import FlaskConical from '~icons/lucide/flask-conical';
import KeyRound from '~icons/lucide/key-round';
import Pencil from '~icons/lucide/pencil';
import RotateCw from '~icons/lucide/rotate-cw';
import Trash2 from '~icons/lucide/trash-2';
import { messageOf } from '../../../api/errors.ts';
import type { DisplayMessage } from '../../../api/language.ts';
import { mutate } from '../../../api/rest.ts';
import type { MenuSection } from '../../../components/controls/menu.tsx';
import { updateWithRetry } from '../../../components/drafts/save-draft.ts';
import { showToast } from '../../../components/toast.tsx';
import { t } from '../../../navigation/text.ts';
import { bodyOf, type Receiver, receiverPath, testText } from './receiver.ts';
import type { OpenDialog } from './receiver-dialogs.tsx';

/** The actions on receivers. */
export interface ReceiverActions {
  readonly dialog: Signal<OpenDialog | null>;
  /** The error of the latest action without a dialog, with the title of its receiver. */
  readonly refusal: Signal<{ readonly title: string; readonly message: DisplayMessage } | null>;
  /** The id of the receiver that a request tests or changes; null: none. */
  readonly busy: Signal<string | null>;
  readonly test: (receiver: Receiver) => Promise<void>;
  readonly setEnabled: (receiver: Receiver, isEnabled: boolean) => Promise<void>;
}

/** Returns the actions on receivers. A test can take 15 seconds. */
export function useReceiverActions(refresh: () => Promise<void>): ReceiverActions {
  const dialog = useSignal<OpenDialog | null>(null);
  const refusal: ReceiverActions['refusal'] = useSignal(null);
  const busy = useSignal<string | null>(null);
  const attempt = async ({ id, title }: Receiver, work: () => Promise<string>): Promise<void> => {
    if (busy.peek() !== null) return;
    busy.value = id;
    refusal.value = null;
    try {
      showToast(await work());
    } catch (error) {
      refusal.value = { title, message: messageOf(error) };
    } finally {
      busy.value = null;
    }
  };
  const test = (receiver: Receiver): Promise<void> =>
    attempt(receiver, async () => {
      const result = await mutate<ReceiverTestResponse>('POST', `${receiverPath(receiver.id)}/test`);
      if (!result.accepted) throw new Error(testText(result));
      return testText(result);
    });
  const setEnabled = (receiver: Receiver, enabled: boolean): Promise<void> =>
    attempt(receiver, async () => {
      await updateWithRetry<Receiver>(receiverPath(receiver.id), (stored) => ({ ...bodyOf(stored), enabled }));
      await refresh();
      return enabled ? t('Receiver enabled') : t('Receiver disabled');
    });
  return { dialog, refusal, busy, test, setEnabled };
}

/** Returns the menu of a receiver. The page of the receiver has buttons for a test and for changes. */
export function menuOf(
  receiver: Receiver,
  { dialog, test }: ReceiverActions,
  isOnPage: boolean,
): readonly MenuSection[] {
  const open = (kind: Exclude<OpenDialog['kind'], 'new'>) => (): void => {
    dialog.value = { kind, receiver };
  };
  const first = isOnPage
    ? []
    : [
        { label: t('Edit…'), icon: Pencil, run: open('edit') },
        { label: t('Send test'), icon: FlaskConical, run: () => void test(receiver) },
      ];
  const secret =
    receiver.kind === 'webhook' ? [{ label: t('Replace secret…'), icon: KeyRound, run: open('secret') }] : [];
  return [
    { actions: [...first, { label: t('Replay deliveries…'), icon: RotateCw, run: open('replay') }, ...secret] },
    { actions: [{ label: t('Delete…'), icon: Trash2, isDanger: true, run: open('delete') }] },
  ];
}
