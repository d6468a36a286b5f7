/** Of two exports the one that only has to be finished goes before the one that is yet to be planned. */
export const taskRanks = { finish: 0, render: 1, plan: 2 }
