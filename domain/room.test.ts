import { expect, test } from 'vitest';
import { roomIn, roomName } from './room.ts';

test.each([
  ['Room 12', 'Room 12'],
  ['Plans are on the desk. It is room 15.', 'Room 15'],
  ['Rm. b204, past the library', 'Room B204'],
  ['rm 7', 'Room 7'],
  ['Room #3A', 'Room 3A'],
  ['Room no. 101', 'Room 101'],
  ['ROOM C-12', 'Room C-12'],
  ['The bathroom 5 minutes before recess', null],
  ['There is room for 30', null],
  ['Homeroom 8', null],
  ['', null],
])('%s', (text, expected) => {
  expect(roomIn(text)).toBe(expected);
});

test('the title comes before the notes', () => {
  expect(roomIn('Grade 4', 'Room 4. Grade 3 is in room 5.')).toBe('Room 4');
  expect(roomIn('Room 9: Algebra', 'Room 4')).toBe('Room 9');
  expect(roomIn()).toBeNull();
});

test.each([
  ['204', 'Room 204'],
  ['b204', 'Room B204'],
  ['Room 12', 'Room 12'],
  ['Gym', 'Gym'],
  ['Field house', 'Field house'],
])('the room %s is called %s', (room, expected) => {
  expect(roomName(room)).toBe(expected);
});
