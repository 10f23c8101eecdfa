import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { isPrinting } from '../../../navigation/print.ts';
import { useShortcuts } from '../../../navigation/shortcuts.ts';
import { t } from '../../../navigation/text.ts';
import { type Axis, axisOf, partOf, type Zoom, zoomBy, zoomScales } from './axis.ts';
import type { Span } from './lines.ts';

/** The minimum width of a chart without its row heads, in pixels. On a narrower screen it scrolls. */
const minWidth = 608;

/** A time that keeps its distance from the start of the visible part, in pixels, while the scale changes. */
interface Anchor {
  readonly at: number;
  readonly offset: number;
}

/** Returns the part of an axis around the visible part, for which ticks are drawn. */
function visibleAxis({ range, width }: Axis, scrolled: number, available: number): Axis {
  const from = Math.max(0, (scrolled - 1) * available);
  const to = Math.min(width, (scrolled + 2) * available);
  const at = (x: number): number => range.from + ((range.to - range.from) * x) / width;
  return { range: { from: at(from), to: at(to) }, width: to - from };
}

interface ElementRef {
  readonly current: HTMLElement | null;
}

/** Keeps the width of a box without the row heads, in pixels. */
function useWidth(box: ElementRef, plot: ElementRef, width: Signal<number>): void {
  useLayoutEffect(() => {
    const measure = (): void => {
      if (box.current && plot.current && box.current.clientWidth > 0)
        width.value = Math.max(minWidth, box.current.clientWidth - plot.current.offsetLeft);
    };
    measure();
    const observer = new ResizeObserver(measure);
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
}

/** The scale and the scroll position of a chart. */
export function useZoom(fit: Span, now: number) {
  const box = useRef<HTMLElement>(null);
  const plot = useRef<HTMLDivElement>(null);
  const anchor = useRef<Anchor | null>(null);
  const available = useSignal(minWidth);
  const scale = useSignal<number | null>(null);
  /** The scroll position, in multiples of the available width. */
  const scrolled = useSignal(0);
  const axis = axisOf(fit, isPrinting.value ? null : scale.value, available.value);
  const latest = useRef({ axis, now });
  latest.current = { axis, now };
  useWidth(box, plot, available);
  useLayoutEffect(() => {
    if (anchor.current === null || box.current === null) return;
    box.current.scrollLeft = partOf(anchor.current.at, axis.range) * axis.width - anchor.current.offset;
    anchor.current = null;
  }, [scale.value]);
  const actions = useMemo(() => {
    /** Changes the scale, and keeps the time at `offset` where it is. Without an offset, the middle stays. */
    const setScale = (next: number | null, offset = available.peek() / 2): void => {
      const { axis: before, now: current } = latest.current;
      const left = (box.current?.scrollLeft ?? 0) + offset;
      const isNowShown = scale.peek() === null && current > before.range.from && current < before.range.to;
      const at = before.range.from + ((before.range.to - before.range.from) * left) / before.width;
      anchor.current = { at: isNowShown && offset === available.peek() / 2 ? current : at, offset };
      scale.value = next;
    };
    return {
      setZoom: (zoom: Zoom): void => setScale(zoom === 'fit' ? null : zoomScales[zoom]),
      zoom: (steps: number, offset?: number): void => setScale(zoomBy(latest.current.axis, steps), offset),
      scroll: (parts: number): void => box.current?.scrollBy({ left: parts * available.peek() * 0.8 }),
      showNow: (): void => {
        const { axis: current, now: at } = latest.current;
        box.current?.scrollTo({ left: partOf(at, current.range) * current.width - available.peek() / 2 });
      },
      onScroll: (): void => {
        scrolled.value = Math.floor((box.current?.scrollLeft ?? 0) / available.peek());
      },
    };
  }, []);
  useWheel(box, plot, actions.zoom);
  useShortcuts(
    useMemo(
      () => [
        { key: '+', description: t('Zoom in'), run: () => actions.zoom(1) },
        { key: '-', description: t('Zoom out'), run: () => actions.zoom(-1) },
      ],
      [actions],
    ),
  );
  const selected = scale.value === null ? 'fit' : (zooms.find((zoom) => zoomScales[zoom] === scale.value) ?? null);
  return {
    ...{ box, plot, axis, selected, isScrollable: axis.width > available.value + 1 },
    ...{ visible: visibleAxis(axis, scrolled.value, available.value), ...actions },
  };
}

const zooms = ['hours', 'days', 'weeks'] as const;

/** Zooms at the pointer when the user turns the wheel with Ctrl or ⌘. */
function useWheel(box: ElementRef, plot: ElementRef, zoom: (steps: number, offset: number) => void): void {
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const onWheel = (event: WheelEvent): void => {
      if (!(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      const offset = event.clientX - element.getBoundingClientRect().left - (plot.current?.offsetLeft ?? 0);
      zoom(event.deltaY < 0 ? 0.5 : -0.5, Math.max(0, offset));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, []);
}
