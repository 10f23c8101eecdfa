import { useSignal } from '@preact/signals';
import type { ReleaseAnswer } from '@slipway/wire';
import { sentenceOf } from '../../../data/refused.ts';
import { CopiedText } from '../../../parts/copied-text.tsx';
import { Deed, Lacking } from '../../../parts/deed.tsx';
import { Refusal } from '../../../parts/refusal.tsx';
import { base } from '../../../place/base.ts';

interface Props {
  readonly release: Pick<ReleaseAnswer, 'calendarPublished' | 'calendarLinkToken'>;
  readonly lacking: string | null;
  /** Throws Refused, Away. */
  readonly save: (changes: { readonly calendarPublished: boolean }) => Promise<void>;
}

/** The calendar of a release for calendar programs: where it is, and whether it is. */
export function Published({ release: { calendarPublished, calendarLinkToken }, lacking, save }: Props) {
  const refusal = useSignal<string | null>(null);
  const turn = async (): Promise<void> => {
    refusal.value = null;
    try {
      await save({ calendarPublished: !calendarPublished });
    } catch (error) {
      refusal.value = sentenceOf(error);
    }
  };
  return (
    <details class="more">
      <summary>Calendar programs</summary>
      {calendarPublished && calendarLinkToken !== undefined && (
        <CopiedText label="Address" text={new URL(`calendar/${calendarLinkToken}.ics`, base).href} />
      )}
      <div class="actions">
        <p>Anyone with this address can follow the release in a calendar app, without logging in.</p>
        <Deed lacking={lacking} run={() => void turn()}>
          {calendarPublished ? 'Publish no longer' : 'Publish'}
        </Deed>
        <Lacking names={[lacking]} />
      </div>
      <Refusal sentence={refusal.value} />
    </details>
  );
}
