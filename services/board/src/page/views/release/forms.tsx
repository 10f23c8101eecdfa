import type { ReleaseAnswer } from '@slipway/wire';
import { Tabs } from '../../parts/tabs.tsx';
import { addressOf, forms, formWords, type Spot } from './spot.ts';

interface Props {
  readonly release: Pick<ReleaseAnswer, 'id'>;
  readonly spot: Spot;
}

/** The ways to the other forms of a release. */
export const Forms = ({ release: { id }, spot }: Props) => (
  <Tabs
    label="Forms of this release"
    tabs={forms.map((form) => ({
      word: formWords[form],
      to: addressOf(id, { ...spot, form, from: null }),
      isCurrent: form === spot.form,
    }))}
  />
);
