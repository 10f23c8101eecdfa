import { useSignal } from '@preact/signals';
import type { ConfigurationAnswer } from '@slipway/wire';
import { sentenceOf } from '../../../data/refused.ts';
import { change } from '../../../data/rest.ts';
import { Deed } from '../../../parts/deed.tsx';
import { Sure } from '../../../parts/steps/sure.tsx';
import { announce } from '../../../place/announce.ts';
import { go } from '../../../place/router.ts';
import { callOf } from '../webhooks/endpoint.ts';

interface Props {
  readonly endpoint: ConfigurationAnswer;
  /** the permission that is missing */
  readonly lacking: string | null;
}

/** The button that deletes an endpoint, with a confirmation. */
export function Delete({ endpoint, lacking }: Props) {
  const isAsked = useSignal(false);
  const refusal = useSignal<string | null>(null);
  const run = async (): Promise<void> => {
    try {
      await change('DELETE', callOf(endpoint));
      announce(`${endpoint.title} was deleted.`);
      go('/automation/webhooks');
    } catch (error) {
      refusal.value = sentenceOf(error);
    }
  };
  return (
    <>
      <Deed lacking={lacking} run={() => (isAsked.value = true)}>
        Delete…
      </Deed>
      {isAsked.value && (
        <Sure
          title={`Delete ${endpoint.title}`}
          word="Delete for good"
          close={() => (isAsked.value = false)}
          run={() => void run()}
          refusal={refusal.value}
        >
          Its deliveries are deleted. Triggers that use it stop receiving events.
        </Sure>
      )}
    </>
  );
}
