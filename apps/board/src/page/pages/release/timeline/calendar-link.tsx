import { useSignal } from '@preact/signals';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { messageOf } from '../../../api/errors.ts';
import type { DisplayMessage } from '../../../api/language.ts';
import { ActionButton, MissingPermissions } from '../../../components/controls/action-button.tsx';
import { CopyField } from '../../../components/fields/copy-field.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { base } from '../../../navigation/base.ts';
import { t } from '../../../navigation/text.ts';

interface Props {
  readonly release: Pick<ReleaseResponse, 'calendarPublished' | 'calendarLinkToken'>;
  readonly missingPermission: string | null;
  /** Throws ApiError, OfflineError. */
  readonly save: (changes: { readonly calendarPublished: boolean }) => Promise<void>;
}

/** The calendar feed of a release: whether it is published, and its URL. */
export function CalendarLink({ release: { calendarPublished, calendarLinkToken }, missingPermission, save }: Props) {
  const refusal = useSignal<DisplayMessage | null>(null);
  const togglePublished = async (): Promise<void> => {
    refusal.value = null;
    try {
      await save({ calendarPublished: !calendarPublished });
    } catch (error) {
      refusal.value = messageOf(error);
    }
  };
  return (
    <details class="more">
      <summary>Calendar feed</summary>
      {calendarPublished && calendarLinkToken !== undefined && (
        <CopyField label="Address" text={new URL(`calendar/${calendarLinkToken}.ics`, base).href} />
      )}
      <div class="actions">
        <p>Anyone with this address can follow the release in a calendar app, without logging in.</p>
        <ActionButton missingPermission={missingPermission} run={togglePublished}>
          {calendarPublished ? t('Stop publishing') : t('Publish')}
        </ActionButton>
        <MissingPermissions names={[missingPermission]} />
      </div>
      <Refusal message={refusal.value} />
    </details>
  );
}
