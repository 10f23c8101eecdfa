import { type Signal, useSignal } from '@preact/signals';
import { createElement, type FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';

interface Props<Given extends object> {
  readonly load: () => Promise<FunctionComponent<Given>>;
  readonly given: Given;
}

type Found<Given extends object> =
  | { readonly load: Props<Given>['load']; readonly Component: FunctionComponent<Given> }
  | 'failed'
  | null;

async function begin<Given extends object>(
  load: Props<Given>['load'],
  found: Signal<Found<Given>>,
  isOver: () => boolean,
): Promise<void> {
  try {
    const Component = await load();
    if (!isOver()) found.value = { load, Component };
  } catch {
    if (!isOver()) found.value = 'failed';
  }
}

/** A part of the page that is a script of its own: nothing until that is here. */
export function Loaded<Given extends object>({ load, given }: Props<Given>) {
  const found = useSignal<Found<Given>>(null);
  useEffect(() => {
    let isOver = false;
    void begin(load, found, () => isOver);
    return () => {
      isOver = true;
    };
  }, [load]);
  const now = found.value;
  if (now === 'failed') {
    return (
      <p class="refusal" role="alert">
        This view could not be loaded: load the page anew.
      </p>
    );
  }
  return now?.load === load ? createElement(now.Component, given) : null;
}
