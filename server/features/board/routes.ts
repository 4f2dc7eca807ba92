import { getBoard } from '#contract/board.ts';
import { boardOf } from '#server/features/board/board.ts';
import { type Route, route } from '#server/http/route.ts';

/** The day board of a school. */
export const boardRoutes: Route[] = [route(getBoard, boardOf)];
