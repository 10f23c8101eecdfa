export { isLocatable, type Location, locateObject } from './location.ts';
