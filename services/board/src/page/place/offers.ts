import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';

/** Something that may be done where the viewer is; the palette offers it. */
export interface Offer {
  /** in the words of its button, and of what it is about: `Abort Payments` */
  readonly name: string;
  readonly run: () => void;
  /** the permission that is missing; null: none */
  readonly lacking: string | null;
}

/** All that is offered now, the newest last. */
export const offers = signal<readonly Offer[]>([]);

/** Offers these for as long as what calls this is shown. */
export function useOffers(offered: readonly Offer[]): void {
  const latest = useRef(offered);
  latest.current = offered;
  const key = JSON.stringify(offered.map(({ name, lacking }) => [name, lacking]));
  useEffect(() => {
    const added = latest.current.map(
      ({ name, lacking }, nth): Offer => ({
        name,
        lacking,
        run: () => latest.current[nth]?.run(),
      }),
    );
    offers.value = [...offers.peek(), ...added];
    return () => {
      offers.value = offers.peek().filter((one) => !added.includes(one));
    };
  }, [key]);
}
