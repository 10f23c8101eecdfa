import type { ReleaseAnswer } from '@slipway/wire';
import { Link } from '../../place/link.tsx';
import { addressOf, forms, formWords, type Spot } from './spot.ts';

interface Props {
  readonly release: Pick<ReleaseAnswer, 'id'>;
  readonly spot: Spot;
}

/** The ways to the other forms of a release. */
export const Forms = ({ release: { id }, spot }: Props) => (
  <nav class="forms" aria-label="Forms of this release">
    {forms.map((form) => (
      <Link key={form} to={addressOf(id, { ...spot, form, from: null })} current={form === spot.form}>
        {formWords[form]}
      </Link>
    ))}
  </nav>
);
