import type { SetupAgentResult } from "../../../generated/contracts/session_open.ts";

// What setup_agent tells every agent, in the names that a client of Ramorie knows.

export const workflowGuide: SetupAgentResult["workflow_guide"] = {
  step_1: "Before you begin, ask what is known: recall with the words of your task",
  step_2: "Take one task and start it: list_tasks with next_priority, then manage_task with action start",
  step_3: "Keep what you learned with add_memory, then finish with manage_task and action complete",
  note: "Name the project in every call that takes one; create_project makes a new one",
};

export const agentDirectives: SetupAgentResult["agent_directives"] = {
  triggers: {
    memory: [
      {
        condition: "Something was decided, and why",
        action: "add_memory with type decision",
        examples: ["A library was chosen", "A limit was set", "An idea was given up"],
      },
      {
        condition: "The cause of a fault was found",
        action: "add_memory with type bug_fix",
        examples: ["A race between two tests", "A wrong time zone", "A file that was never closed"],
      },
      {
        condition: "The user says how they want things done",
        action: "add_memory with type preference",
        examples: ["Spaces instead of tabs", "Short commit messages", "Questions before large changes"],
      },
      {
        condition: "A way of doing something will be used again",
        action: "add_memory with type pattern",
        examples: ["How handlers are tested", "How errors are named", "How a release is made"],
      },
    ],
    task: [
      {
        condition: "Something has to be done that you will not do now",
        action: "create_task",
        examples: ["A fault beside your work", "A missing test", "A wish for later"],
      },
      {
        condition: "Work on a task begins",
        action: "manage_task with action start",
        examples: ["The user names it", "It comes first in the list", "You return to it"],
      },
      {
        condition: "A part of a task is done",
        action: "manage_task with action progress",
        examples: ["A test passes", "One of three files is finished", "An hour has passed"],
      },
      {
        condition: "A task is done",
        action: "manage_task with action complete",
        examples: ["Its tests pass", "The user accepts it", "It turned out to be needless"],
      },
    ],
    recall: [
      {
        condition: "Work on something begins",
        action: "recall with its words and the project",
        examples: ["A new feature", "A strange module", "A release"],
      },
      {
        condition: "An error is seen",
        action: "recall with the words of its message",
        examples: ["A failed build", "A refused connection", "A test that sometimes fails"],
      },
      {
        condition: "The user speaks of something from before",
        action: "recall with their words",
        examples: ["As we did last time", "You know that", "The usual way"],
      },
      {
        condition: "You are about to choose between two ways",
        action: "recall with both of them",
        examples: ["Two libraries", "Two names", "Two layouts"],
      },
    ],
  },
  system_prompt: "Look before you work, keep what you learn, and say how far you are: recall, add_memory, manage_task.",
  cheatsheet:
    "recall {term, project} · add_memory {project, content} · list_tasks {project, next_priority} · manage_task {taskId, action}",
  multi_agent_note: "Every agent has a task and a focus of its own; memories, tasks and projects are shared.",
};
